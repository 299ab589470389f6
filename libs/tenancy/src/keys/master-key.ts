import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { DomainError } from '@vance/kernel';

/** `v2.<key id>.<nonce>.<tag>.<text>`, each part base64url; `v1` is the same without a key id. */
const VERSION = 'v2';
const OLDER_VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 6;

/** A sealed text cannot be opened: another master key, another place, or a changed byte. */
export class SealBroken extends DomainError {
  constructor(context: string, cause: unknown) {
    const message = `what is sealed as ${context} cannot be opened: neither VANCE_MASTER_KEY (or the key file in the data folder) nor one of VANCE_MASTER_KEYS_OLD is what it was sealed with`;
    super('SEAL_BROKEN', message, { status: 500, fixer: 'operator', cause });
    this.name = 'SealBroken';
  }
}

/** What is derived of 32 random bytes. */
interface Key {
  /** Tells keys apart, and nothing of them. */
  readonly id: string;
  readonly sealing: Buffer;
  readonly hashing: Buffer;
}

interface Envelope {
  /** Absent: of the time before keys had ids. */
  readonly keyId?: string;
  readonly nonce: Buffer;
  readonly tag: Buffer;
  readonly text: Buffer;
}

/** The platform's key: seals secrets at rest, and makes keyed hashes. Former keys may still open. */
export class MasterKey {
  private readonly current: Key;
  private readonly former: readonly Key[];

  /** @param bytes 32 random bytes · @param former keys that were used before, 32 bytes each */
  constructor(bytes: Buffer, former: readonly Buffer[] = []) {
    this.current = keyOf(bytes);
    this.former = former.map(keyOf);
  }

  /** AES-256-GCM; `context` (tenant and field, say) must be the same to open it, so it works in no other place. */
  seal(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.current.sealing, nonce);
    cipher.setAAD(additional(context, this.current.id));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const parts = [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
    return [VERSION, this.current.id, ...parts].join('.');
  }

  /** @throws SealBroken */
  open(sealed: string, context: string): string {
    try {
      const envelope = envelopeOf(sealed);
      return this.openWith(this.keysFor(envelope), envelope, context);
    } catch (error) {
      throw new SealBroken(context, error);
    }
  }

  /** Whether a sealed text is sealed with the current key, and not with a former one. */
  isCurrent(sealed: string): boolean {
    return envelopeOf(sealed).keyId === this.current.id;
  }

  /** A keyed hash: equal for equal texts, useless to guess them by without the key. Another key hashes otherwise. */
  hash(text: string): string {
    return createHmac('sha256', this.current.hashing).update(text).digest('base64url');
  }

  private keysFor({ keyId }: Envelope): readonly Key[] {
    const keys = [this.current, ...this.former];
    return keyId === undefined ? keys : keys.filter(({ id }) => id === keyId);
  }

  private openWith(keys: readonly Key[], envelope: Envelope, context: string): string {
    let cause: unknown = new Error('it was sealed with a key that is not here');
    for (const key of keys) {
      try {
        return open(key, envelope, context);
      } catch (error) {
        cause = error;
      }
    }
    throw cause;
  }
}

function open({ sealing }: Key, { keyId, nonce, tag, text }: Envelope, context: string): string {
  const decipher = createDecipheriv(ALGORITHM, sealing, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(additional(context, keyId));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** The place, and the key that the envelope names: neither can be exchanged. */
function additional(context: string, keyId: string | undefined): Buffer {
  return Buffer.from(keyId === undefined ? context : JSON.stringify([VERSION, keyId, context]));
}

function envelopeOf(sealed: string): Envelope {
  const [version, ...parts] = sealed.split('.');
  const [keyId, ...rest] = version === VERSION ? parts : [undefined, ...parts];
  const [nonce, tag, text, ...more] = rest.map((part) => Buffer.from(part ?? '', 'base64url'));
  const known = version === VERSION || version === OLDER_VERSION;
  if (!known || !nonce || !tag || !text || more.length > 0)
    throw new Error('this is no sealed text');
  return { ...(keyId === undefined ? {} : { keyId }), nonce, tag, text };
}

function keyOf(bytes: Buffer): Key {
  if (bytes.length !== 32) throw new TypeError('a master key has 32 bytes');
  return {
    id: part(bytes, 'id', ID_BYTES).toString('base64url'),
    sealing: part(bytes, 'seal'),
    hashing: part(bytes, 'hash'),
  };
}

function part(bytes: Buffer, use: string, length = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', bytes, Buffer.alloc(0), `vance ${use}`, length));
}
