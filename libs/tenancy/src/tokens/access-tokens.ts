import { Injectable } from '@nestjs/common';
import { jwtVerify, SignJWT, type JWTVerifyGetKey } from 'jose';
import { KeyRing, SIGNING_ALGORITHM } from '../keys/key-ring';
import { ACCESS_SECONDS, ACCESS_TYPE, AUDIENCE, claimsSchema, ISSUER, type Claims } from './claims';
import { unauthenticated } from './unauthenticated';

/** Longest token looked at. */
const MAX_LENGTH = 4_096;
/** The only header fields of our own tokens: one with `jku`, `jwk`, `x5u`, `crit` is none of ours. */
const headerFields: ReadonlySet<string> = new Set(['alg', 'kid', 'typ']);
const kidForm = /^key_[0-9a-z]{20}$/;

/** Makes and proves access tokens: one algorithm, our keys, our issuer, audience and type. */
@Injectable()
export class AccessTokens {
  constructor(private readonly ring: KeyRing) {}

  async sign(claims: Omit<Claims, 'exp'>, now = new Date()): Promise<string> {
    const { kid, privateKey } = await this.ring.signer();
    const { sub, ...others } = claims;
    const seconds = Math.floor(now.getTime() / 1000);
    return new SignJWT(others)
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: ACCESS_TYPE })
      .setSubject(sub)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + ACCESS_SECONDS)
      .sign(privateKey);
  }

  /** @throws DomainError UNAUTHENTICATED for anything but a token of ours that has not expired */
  async verify(token: string): Promise<Claims> {
    if (token.length > MAX_LENGTH) throw unauthenticated('the token is too long');
    try {
      const { payload } = await jwtVerify(token, this.keyOf, {
        algorithms: [SIGNING_ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: ACCESS_TYPE,
        requiredClaims: ['sub', 'tid', 'exp'],
      });
      return claimsSchema.parse(payload);
    } catch (error) {
      throw unauthenticated('the token does not hold', error);
    }
  }

  /** Our key by its exact name, never one the token brings or points to. */
  private readonly keyOf: JWTVerifyGetKey = async (header) => {
    const foreign = Object.keys(header).find((field) => !headerFields.has(field));
    if (foreign !== undefined) throw new Error(`header field ${foreign}`);
    if (typeof header.kid !== 'string' || !kidForm.test(header.kid)) throw new Error('odd kid');
    const key = await this.ring.verifier(header.kid);
    if (key === null) throw new Error('unknown kid');
    return key;
  };
}
