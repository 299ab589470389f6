import type { Layer } from '@vance/protocol';

/** One layer's text at a path. */
export interface LayerText {
  readonly layer: Layer;
  /** The document's version; 0 for what the product ships. */
  readonly version: number;
  readonly content: string;
}

/** A text that lies below the effective one. */
export interface Shadowed {
  readonly layer: Layer;
  readonly version: number;
}

/** What the cascade gives at a path, and what it hides. */
export interface EffectiveText extends LayerText {
  readonly shadowed: readonly Shadowed[];
}

/** The top one of some layers that are in order. */
export function topOf(layers: readonly LayerText[]): EffectiveText | null {
  const [top, ...below] = layers;
  if (top === undefined) return null;
  return { ...top, shadowed: below.map(({ layer, version }) => ({ layer, version })) };
}
