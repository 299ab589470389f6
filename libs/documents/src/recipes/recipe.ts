import type { RecipeSource, WrittenParams } from './recipe.schema';

/** Parameters with their defaults (1.16). */
export interface RecipeParams extends WrittenParams {
  readonly planMode: 'auto' | 'required' | 'disabled';
  readonly approval: 'inferred' | 'explicit';
  readonly planOutputViaInbox: boolean;
  readonly readOnlyToolsAdd: string[];
  readonly readOnlyToolsRemove: string[];
}

/** A recipe ready to be played: defaults filled in, the client's profile merged. */
export interface Recipe extends Omit<RecipeSource, 'params' | 'profiles'> {
  readonly params: RecipeParams;
}

/** The recipe as a client of `profile` plays it; a profile the recipe does not know changes nothing. */
export function playable(source: RecipeSource, profile?: string): Recipe {
  const { profiles, ...base } = source;
  const own = profile !== undefined && Object.hasOwn(profiles, profile) ? profiles[profile] : {};
  const { promptPrefix = base.promptPrefix, promptMode = base.promptMode } = own ?? {};
  return {
    ...base,
    ...(promptPrefix === undefined ? {} : { promptPrefix }),
    promptMode,
    params: withDefaults({ ...base.params, ...own?.params }),
    tools: { ...base.tools, ...own?.tools },
  };
}

function withDefaults(params: WrittenParams): RecipeParams {
  return {
    ...params,
    planMode: params.planMode ?? 'auto',
    approval: params.approval ?? 'inferred',
    planOutputViaInbox: params.planOutputViaInbox ?? false,
    readOnlyToolsAdd: params.readOnlyToolsAdd ?? [],
    readOnlyToolsRemove: params.readOnlyToolsRemove ?? [],
  };
}
