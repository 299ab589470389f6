import type { Collection, Document } from 'mongodb';
import mongoose, { type Connection, type Model, type Schema } from 'mongoose';
import { schemaGuards } from './schema-guards';

/** How to reach MongoDB. */
export interface DatabaseOptions {
  readonly uri: string;
  /** Overrides the database named in the URI. */
  readonly dbName?: string;
  /** Connections per server; 20 when absent. */
  readonly maxPoolSize?: number;
  /** How long a first connection or a lost server is waited for; 5 s when absent. */
  readonly serverSelectionTimeoutMs?: number;
}

/**
 * One connection to MongoDB with the durability every decision rests on: writes `w: majority, j: true`,
 * reads `majority`. Repositories get it in their constructor and take their models from it.
 */
export class Database {
  private readonly models = new Map<string, () => Promise<unknown>>();

  private constructor(readonly connection: Connection) {}

  /** Connects; rejects when no server answers within `serverSelectionTimeoutMs`. */
  static async connect(options: DatabaseOptions): Promise<Database> {
    const connection = mongoose.createConnection(options.uri, {
      ...(options.dbName === undefined ? {} : { dbName: options.dbName }),
      maxPoolSize: options.maxPoolSize ?? 20,
      serverSelectionTimeoutMS: options.serverSelectionTimeoutMs ?? 5_000,
      writeConcern: { w: 'majority', j: true },
      readConcern: { level: 'majority' },
      retryWrites: true,
      retryReads: true,
      // An undefined field is absent, not null: one way to say "not there".
      ignoreUndefined: true,
      autoIndex: false,
      autoCreate: false,
      sanitizeFilter: true,
    });
    await connection.asPromise();
    return new Database(connection);
  }

  /**
   * The model of a collection; the same one for the same name. The guards against operators smuggled
   * in as values are set on every schema here, so none can be without.
   * @param name the collection's name
   */
  model<T>(name: string, schema: Schema<T>): Model<T> {
    const known: Model<T> | undefined = this.connection.models[name];
    if (known !== undefined) return known;
    const model = this.connection.model<T>(name, schemaGuards(schema), name);
    this.models.set(name, () => model.createIndexes());
    return model;
  }

  /**
   * The driver's own collection behind a model, for hot paths: no casting, no hydration. Its filters are
   * written by hand in the repository, tenant first; nothing checks them but review and tests.
   */
  collection<T extends Document>(name: string, schema: Schema<T>): Collection<T> {
    this.model(name, schema);
    const { db } = this.connection;
    if (db === undefined) throw new TypeError('the database is not connected');
    return db.collection<T>(name);
  }

  /** Creates the indexes of all models taken so far; idempotent, safe from several processes at once. */
  async ensureIndexes(): Promise<void> {
    await Promise.all([...this.models.values()].map((create) => create()));
  }

  /** Resolves when the server answers; for readiness. */
  async ping(): Promise<void> {
    await this.connection.getClient().db('admin').command({ ping: 1 });
  }

  /** Nest closes it last: whoever still writes ends in `beforeApplicationShutdown`. */
  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}
