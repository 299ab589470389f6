/** The cascade path of what a tenant or project says of models. */
export const MODELS_PATH = 'ai-models.yaml';
