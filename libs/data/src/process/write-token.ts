import { randomBytes } from 'node:crypto';
import type { Document } from 'mongodb';

/** Far more writes than one process sees between a bulk and the read that follows it. */
const REMEMBERED = 12;

const boot = randomBytes(4).toString('base64url');
let count = 0;

/** Names one write among all that ever touch a document; short, since the document keeps the latest. */
export function newWriteToken(): string {
  count += 1;
  return `${boot}${count.toString(36)}`;
}

/** Adds the token to an update of plain operators. */
export function noteWrite(update: Document, token: string): Document {
  const push = update['$push'] as Document | undefined;
  return { ...update, $push: { ...push, writes: { $each: [token], $slice: -REMEMBERED } } };
}

/** The same as a last stage of a pipeline. */
export function notedWrite(token: string): Document {
  const writes = { $concatArrays: [{ $ifNull: ['$writes', []] }, [{ $literal: token }]] };
  return { $set: { writes: { $slice: [writes, -REMEMBERED] } } };
}
