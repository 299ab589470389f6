export { GeminiProvider, type GeminiProviderOptions } from './gemini-provider';
