import { Schema } from 'mongoose';

/** Languages whose words MongoDB's text search brings to their stems; `none` compares words as they are. */
export const RAG_LANGUAGES = [
  ...(['none', 'danish', 'dutch', 'english', 'finnish', 'french', 'german', 'hungarian'] as const),
  ...(['italian', 'norwegian', 'portuguese', 'romanian', 'russian', 'spanish'] as const),
  ...(['swedish', 'turkish'] as const),
];
export type RagLanguage = (typeof RAG_LANGUAGES)[number];

/** A text that a corpus holds. */
export interface RagSource {
  /** Its name, unique in the corpus: a document's path, or what whoever added it called it. */
  readonly source: string;
  /** Which passages count: a text that is added again gets a new batch. */
  readonly batch: string;
  readonly passages: number;
  readonly bytes: number;
  readonly at: Date;
}

/** A named collection of passages in a project. It says which batches count, so one write of it replaces a text. */
export interface RagCorpusDocument {
  /** Derived from tenant, project and name. */
  readonly _id: string;
  readonly tenantId: string;
  readonly project: string;
  readonly name: string;
  /** What its passages name it by: a corpus that is made anew has none of those of its predecessor. */
  readonly generation: string;
  readonly description: string;
  readonly language: RagLanguage;
  readonly sources: readonly RagSource[];
  readonly createdAt: Date;
  readonly createdBy: string;
}

/** A stretch of a source, as long as can be read at a glance. Never changed. */
export interface RagPassageDocument {
  /** Derived from batch and number. */
  readonly _id: string;
  readonly tenantId: string;
  readonly project: string;
  /** Its generation. */
  readonly corpus: string;
  readonly batch: string;
  readonly source: string;
  /** Its place in the source, from 1. */
  readonly n: number;
  readonly text: string;
  readonly language: RagLanguage;
}

const text = { type: String, required: true };

/** `rag_corpora`. Single ones are found by _id. */
export const ragCorpusSchema = new Schema<RagCorpusDocument>({
  _id: text,
  tenantId: text,
  project: text,
  name: text,
  generation: text,
  description: { type: String },
  language: text,
  sources: [
    {
      _id: false,
      source: text,
      batch: text,
      passages: { type: Number, required: true },
      bytes: { type: Number, required: true },
      at: { type: Date, required: true },
    },
  ],
  createdAt: { type: Date, required: true },
  createdBy: text,
});
// The corpora of a project in order of names.
ragCorpusSchema.index({ tenantId: 1, project: 1, name: 1 }, { unique: true });

/** `rag_passages`. */
export const ragPassageSchema = new Schema<RagPassageDocument>({
  _id: text,
  tenantId: text,
  project: text,
  corpus: text,
  batch: text,
  source: text,
  n: { type: Number, required: true },
  text,
  language: text,
});
// Search in one corpus: the equal fields in front keep other tenants' passages out of the very look-up.
ragPassageSchema.index(
  { tenantId: 1, project: 1, corpus: 1, text: 'text' },
  { default_language: 'none', language_override: 'language' },
);
// Removing a batch, or everything of a corpus.
ragPassageSchema.index({ tenantId: 1, project: 1, corpus: 1, batch: 1 });
