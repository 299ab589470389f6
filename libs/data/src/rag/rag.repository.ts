import { DomainError, derivedId, newId, notFound, type TenantScope } from '@vance/kernel';
import type { Collection } from 'mongodb';
import type { Database } from '../database';
import { inserted } from '../tenancy/duplicate-key';
import {
  ragCorpusSchema,
  ragPassageSchema,
  type RagCorpusDocument,
  type RagLanguage,
  type RagPassageDocument,
  type RagSource,
} from './rag.schema';

/** Most corpora of a project, sources of a corpus, passages of a corpus. */
export const MAX_CORPORA = 100;
const MAX_SOURCES = 1_000;
export const MAX_PASSAGES = 20_000;

/** Where a corpus stands. */
export interface RagKey {
  readonly project: string;
  readonly corpus: string;
}

/** A passage that fits a question; the higher the score, the better. */
export interface RagHit {
  readonly source: string;
  /** The passage's place in its source, from 1. */
  readonly passage: number;
  readonly text: string;
  readonly score: number;
}

/**
 * Passages of projects, found by MongoDB's text search. A source is added with one write that counts: its passages are
 * stored first, under a batch that nobody looks at; then the corpus names the batch. What dies in between is never seen,
 * and goes with the corpus. A ranking by embeddings would stand beside `search` and give the same hits.
 */
export class RagRepository {
  private readonly corpora: Collection<RagCorpusDocument>;
  private readonly passages: Collection<RagPassageDocument>;

  constructor(database: Database) {
    this.corpora = database.collection('rag_corpora', ragCorpusSchema);
    this.passages = database.collection('rag_passages', ragPassageSchema);
  }

  find(scope: TenantScope, key: RagKey): Promise<RagCorpusDocument | null> {
    return this.corpora.findOne(idOf(scope, key));
  }

  /** In order of names. */
  list({ tenantId }: TenantScope, project: string): Promise<readonly RagCorpusDocument[]> {
    const filter = { tenantId, project: { $eq: project } };
    return this.corpora.find(filter).sort({ name: 1 }).limit(MAX_CORPORA).toArray();
  }

  /** @returns false when there is one of this name. @throws DomainError LIMIT_EXCEEDED */
  async create(
    scope: TenantScope,
    key: RagKey,
    corpus: { readonly description: string; readonly language: RagLanguage; readonly by: string },
  ): Promise<boolean> {
    const { tenantId } = scope;
    const { project, corpus: name } = key;
    if ((await this.find(scope, key)) !== null) return false;
    const others = { tenantId, project: { $eq: project } };
    if ((await this.corpora.countDocuments(others, { limit: MAX_CORPORA })) >= MAX_CORPORA)
      throw limit(`The project has ${MAX_CORPORA} corpora already; delete one first.`);
    const { description, language, by: createdBy } = corpus;
    const about = { project, name, generation: newId('rag'), description, language, createdBy };
    return inserted(() =>
      this.corpora.insertOne({ ...idOf(scope, key), ...about, sources: [], createdAt: new Date() }),
    );
  }

  /**
   * Adds a source; one of the same name is replaced as a whole.
   * @param texts its passages in order
   * @throws DomainError NOT_FOUND, LIMIT_EXCEEDED
   */
  async put(
    scope: TenantScope,
    key: RagKey,
    source: string,
    texts: readonly string[],
  ): Promise<'added' | 'replaced'> {
    const corpus = await this.find(scope, key);
    if (corpus === null) throw notFound(`corpus ${key.corpus}`);
    assertFits(corpus, source, texts.length);
    const batch = newId('rag');
    const at = placeOf(corpus);
    const rows = texts.map((text, index) => ({
      ...{ _id: derivedId('psg', batch, String(index)), ...at, batch, source, n: index + 1 },
      ...{ text, language: corpus.language },
    }));
    if (rows.length > 0) await this.passages.insertMany(rows, { ordered: false });
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const entry = { source, batch, passages: texts.length, bytes, at: new Date() };
    const replaced = await this.name(scope, key, entry);
    if (replaced === undefined) return 'added';
    await this.passages.deleteMany({ ...at, batch: replaced.batch });
    return 'replaced';
  }

  /** Removes a source. @returns whether it was there */
  async removeSource(scope: TenantScope, key: RagKey, source: string): Promise<boolean> {
    const before = await this.corpora.findOneAndUpdate(idOf(scope, key), {
      $pull: { sources: { source: { $eq: source } } },
    });
    const known = before?.sources.find((one) => one.source === source);
    if (!before || !known) return false;
    await this.passages.deleteMany({ ...placeOf(before), batch: known.batch });
    return true;
  }

  /** Removes a corpus with all it holds. @returns whether it was there */
  async remove(scope: TenantScope, key: RagKey): Promise<boolean> {
    const removed = await this.corpora.findOneAndDelete(idOf(scope, key));
    if (removed === null) return false;
    await this.passages.deleteMany(placeOf(removed));
    return true;
  }

  /** The passages that fit best, best first. @throws DomainError NOT_FOUND */
  async search(
    scope: TenantScope,
    key: RagKey,
    words: string,
    most: number,
  ): Promise<readonly RagHit[]> {
    const corpus = await this.find(scope, key);
    if (corpus === null) throw notFound(`corpus ${key.corpus}`);
    const score = { $meta: 'textScore' } as const;
    const found = await this.passages
      .find({
        ...placeOf(corpus),
        $text: { $search: words, $language: corpus.language },
        batch: { $in: corpus.sources.map(({ batch }) => batch) },
      })
      .project<RagPassageDocument & { readonly score: number }>({ score })
      .sort({ score })
      .limit(most)
      .maxTimeMS(5_000)
      .toArray();
    return found.map((row) => ({
      ...{ source: row.source, passage: row.n, text: row.text },
      score: Math.round(row.score * 1_000) / 1_000,
    }));
  }

  /** Makes the corpus say that the batch counts. @returns the entry that it takes the place of */
  private async name(
    scope: TenantScope,
    key: RagKey,
    entry: RagSource,
  ): Promise<RagSource | undefined> {
    const id = idOf(scope, key);
    const { source } = entry;
    for (;;) {
      const before = await this.corpora.findOneAndUpdate(
        { ...id, 'sources.source': { $eq: source } },
        { $set: { 'sources.$': entry } },
      );
      if (before) return before.sources.find((one) => one.source === source);
      const last = `sources.${MAX_SOURCES - 1}`;
      const { matchedCount } = await this.corpora.updateOne(
        { ...id, 'sources.source': { $ne: source }, [last]: { $exists: false } },
        { $push: { sources: entry } },
      );
      if (matchedCount > 0) return undefined;
      const corpus = await this.find(scope, key);
      if (corpus === null) throw notFound(`corpus ${key.corpus}`);
      assertFits(corpus, source, entry.passages);
    }
  }
}

function assertFits({ name, sources }: RagCorpusDocument, source: string, added: number): void {
  const others = sources.filter((one) => one.source !== source);
  if (others.length >= MAX_SOURCES)
    throw limit(`${name} has ${MAX_SOURCES} sources already; remove one or make another corpus.`);
  const passages = others.reduce((sum, one) => sum + one.passages, added);
  if (passages > MAX_PASSAGES)
    throw limit(`${name} would have ${passages} passages; at most ${MAX_PASSAGES} are kept.`);
}

function idOf({ tenantId }: TenantScope, { project, corpus }: RagKey) {
  return { _id: derivedId('rag', tenantId, project, corpus), tenantId };
}

function placeOf({ tenantId, project, generation }: RagCorpusDocument) {
  return { tenantId, project, corpus: generation };
}

function limit(message: string): DomainError {
  return new DomainError('LIMIT_EXCEEDED', message, { status: 422, fixer: 'model' });
}
