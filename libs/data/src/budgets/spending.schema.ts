import { Schema } from 'mongoose';

/** What a tenant has spent today, and what it is about to begin. One document per tenant. */
export interface SpendingDocument {
  /** The tenant. */
  readonly _id: string;
  /** The day (UTC, by the database's clock) that the sums are of. */
  readonly day?: Date;
  readonly tokens?: number;
  /** US dollars. */
  readonly cost?: number;
  /** Processes that are being made, in the order they were announced. */
  readonly starting?: readonly { readonly id: string; readonly at: Date }[];
}

export const spendingSchema = new Schema<SpendingDocument>(
  {
    _id: { type: String, required: true },
    day: Date,
    tokens: Number,
    cost: Number,
    starting: { type: [{ _id: false, id: String, at: Date }], default: undefined },
  },
  { collection: 'tenant_spending' },
);
