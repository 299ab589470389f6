/** A call of an ordinary tool. */
export interface ToolWish {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the demo model does next. */
export type Decision =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'action';
      readonly type: string;
      readonly args: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'tools'; readonly calls: readonly ToolWish[] };

export const action = (type: string, args: Readonly<Record<string, unknown>>): Decision => ({
  kind: 'action',
  type,
  args,
});

export const answer = (message: string, more: Readonly<Record<string, unknown>> = {}): Decision =>
  action('ANSWER', { reason: 'This answers the user.', message, ...more });

export const useTools = (calls: readonly ToolWish[]): Decision => ({ kind: 'tools', calls });
