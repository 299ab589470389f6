export { OpenAiProvider, type OpenAiProviderOptions } from './openai-provider';
