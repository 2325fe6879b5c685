import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isJsonObject, type JsonValue } from '../../../model/json.js';
import type { RouteParams } from '../../client/params.js';
import type { Route } from '../../client/route.js';
import { explainDatabaseError } from './service-problem.js';
import type { Engine } from '../database/engine.js';

/** Where a list continues: all that its route needs to find the place again, on any instance. */
export type Position = readonly (string | number | null)[];

/** A cursor of this service: the request that it belongs to, and the place. */
export interface Cursor {
  readonly binding: string;
  readonly position: Position;
}

/** Bytes of an HMAC-SHA-256 (RFC 2104 section 5 allows half of it). */
const signatureBytes = 16;
const bindingBytes = 6;
/** Maximum number of characters of a cursor; the longest position, with two amounts and an address, needs half. */
const maxLength = 600;

/** Identifies a request regardless of its place in the list: route and params, but for `cursor` and the one that selects a page, with their defaults. */
export function bindRequest({ name, parameters, paging }: Route, params: RouteParams): string {
  const bound = parameters
    .filter((parameter) => parameter.name !== 'cursor' && parameter.name !== paging?.position)
    .map((parameter) => normalize(params[parameter.name] ?? parameter.default ?? null));
  return hash('sha256', JSON.stringify([name, ...bound]), 'buffer')
    .subarray(0, bindingBytes)
    .toString('base64url');
}

/** Formats a cursor, signed with a key of the service: opaque, in characters that a query needs not encode. */
export function formatCursor(key: Buffer, { binding, position }: Cursor): string {
  const payload = Buffer.from(JSON.stringify([binding, ...position]));
  return Buffer.concat([sign(key, payload), payload]).toString('base64url');
}

/** Parses a cursor; null for any other string: made up, cut off, changed, or signed with another key. */
export function parseCursor(key: Buffer, cursor: string): Cursor | null {
  if (cursor.length > maxLength || !/^[\w-]+$/.test(cursor)) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length < signatureBytes || bytes.toString('base64url') !== cursor) return null;
  const payload = bytes.subarray(signatureBytes);
  if (!timingSafeEqual(sign(key, payload), bytes.subarray(0, signatureBytes))) return null;
  const [binding, ...position] = parsePayload(payload);
  return typeof binding === 'string' && position.every(isPart) ? { binding, position } : null;
}

function parsePayload(payload: Buffer): readonly JsonValue[] {
  try {
    const value: unknown = JSON.parse(payload.toString());
    return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  } catch {
    return [];
  }
}

function isPart(value: JsonValue): value is string | number | null {
  return !Array.isArray(value) && !isJsonObject(value) && typeof value !== 'boolean';
}

/** Hexadecimal digits in any case are the same address or topic. */
function normalize(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('0x') ? value.toLowerCase() : value;
}

function sign(key: Buffer, payload: Buffer): Buffer {
  return createHmac('sha256', key).update(payload).digest().subarray(0, signatureBytes);
}

/** Reads the secret that signs cursors once it is needed; the first who needs it makes it. Rejects with a ServiceProblem while the database is down. */
export function createCursorKeyReader(engine: Engine): () => Promise<Buffer> {
  let key: Buffer | null = null;
  const find = async (): Promise<Buffer | null> => {
    const [row] = await engine.read(`select value from endpoint_check_keys where name = 'cursor'`, []);
    return row === undefined ? null : Buffer.from(String(row['value']), 'hex');
  };
  // Another instance may be faster: its key counts.
  const insert = `insert into endpoint_check_keys (name, value) values ('cursor', $1) on conflict do nothing`;
  return async () => {
    try {
      while ((key ??= await find()) === null)
        await engine.write([{ sql: insert, values: [randomBytes(32).toString('hex')] }]);
      return key;
    } catch (error) {
      throw explainDatabaseError(error);
    }
  };
}
