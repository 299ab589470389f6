import { Injectable } from '@nestjs/common';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { SigningKeyRepository, type SigningKeyDocument } from '@vance/data';
import { newId } from '@vance/kernel';
import { MasterKey, SealBroken } from './master-key';

/** The one algorithm tokens are signed with and accepted in. */
export const SIGNING_ALGORITHM = 'EdDSA';

/** Keys kept for proving: the signing one and those whose tokens may still live. */
const KEPT = 4;
/** An unknown `kid` asks the database at most so often: a flood of forged tokens must not. */
const RELOAD_MS = 10_000;
/** A rotation by another process is seen after this time even without a token of the new key. */
const STALE_MS = 300_000;

/** A key that signs. */
export interface Signer {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** The platform's signing keys, in memory. */
@Injectable()
export class KeyRing {
  private publicKeys = new Map<string, CryptoKey>();
  private current?: Signer & { readonly generation: number };
  private loadedAt = 0;
  private loading?: Promise<void>;

  constructor(
    private readonly keys: SigningKeyRepository,
    private readonly master: MasterKey,
  ) {}

  /** The key that signs now; the first call of a new platform makes it. */
  async signer(): Promise<Signer> {
    if (this.current === undefined || Date.now() - this.loadedAt > STALE_MS) await this.load();
    if (this.current === undefined) await this.rotate();
    if (this.current === undefined) throw new Error('no signing key could be made');
    return this.current;
  }

  /** The public key of a `kid`, or null. */
  async verifier(kid: string): Promise<CryptoKey | null> {
    const known = this.publicKeys.get(kid);
    if (known !== undefined) return known;
    if (Date.now() - this.loadedAt > RELOAD_MS) await this.load().catch(unlessSealBroken);
    return this.publicKeys.get(kid) ?? null;
  }

  /** Makes the next key. Tokens of the former ones stay good until they expire. */
  async rotate(): Promise<void> {
    // Someone else making the same generation is as good: the load finds theirs.
    await this.make((this.current?.generation ?? 0) + 1);
    await this.load();
  }

  private async make(generation: number): Promise<void> {
    const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
    const kid = newId('key');
    const [publicJwk, privateJwk] = await Promise.all([
      exportJWK(pair.publicKey),
      exportJWK(pair.privateKey),
    ]);
    await this.keys.create({
      _id: kid,
      generation,
      publicKey: JSON.stringify(publicJwk),
      sealedPrivateKey: this.master.seal(JSON.stringify(privateJwk), contextOf(kid)),
      createdAt: new Date(),
    });
  }

  /**
   * Seals the newest key with the current master key. Where no key opens it, the next is made: nobody could sign
   * otherwise. The older ones only prove, which needs nothing sealed.
   */
  async reseal(): Promise<'current' | 'resealed' | 'replaced'> {
    const [newest] = await this.keys.newest(1);
    if (newest === undefined) return 'current';
    const { _id: kid, generation, sealedPrivateKey } = newest;
    try {
      const jwk = this.master.open(sealedPrivateKey, contextOf(kid));
      if (this.master.isCurrent(sealedPrivateKey)) return 'current';
      await this.keys.reseal(newest, this.master.seal(jwk, contextOf(kid)));
      return 'resealed';
    } catch (error) {
      unlessSealBroken(error);
      await this.make(generation + 1);
      return 'replaced';
    }
  }

  private load(): Promise<void> {
    this.loading ??= this.read().finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  private async read(): Promise<void> {
    const rows = await this.keys.newest(KEPT);
    const entries = rows.map(async (row): Promise<readonly [string, CryptoKey]> => [
      row._id,
      await keyOf(row.publicKey),
    ]);
    const publicKeys = new Map(await Promise.all(entries));
    this.publicKeys = publicKeys;
    this.loadedAt = Date.now();
    const [newest] = rows;
    if (newest !== undefined && newest._id !== this.current?.kid)
      this.current = await this.open(newest);
  }

  private async open(row: SigningKeyDocument): Promise<Signer & { readonly generation: number }> {
    const jwk = this.master.open(row.sealedPrivateKey, contextOf(row._id));
    return { kid: row._id, generation: row.generation, privateKey: await keyOf(jwk) };
  }
}

async function keyOf(json: string): Promise<CryptoKey> {
  const jwk: JWK = JSON.parse(json);
  const key = await importJWK(jwk, SIGNING_ALGORITHM);
  if (key instanceof Uint8Array) throw new TypeError('a signing key must be asymmetric');
  return key;
}

/** Proving needs public keys only: who cannot sign can still tell who came. */
function unlessSealBroken(error: unknown): void {
  if (!(error instanceof SealBroken)) throw error;
}

function contextOf(kid: string): string {
  return `signing-key/${kid}`;
}
