// Asks a tile server for pictures on behalf of browsers, so that its key stays here and browsers reach nothing but their own server.
import { LRUCache } from 'lru-cache';
import { type ExternalFetch, externalFetch } from '../adapters/external/external-fetch.ts';
import { Slots } from '../http/slots.ts';
import { type TileAt, tileAddress } from './map-settings.ts';

export interface Picture {
  readonly bytes: Buffer;
  readonly mediaType: string;
}

const usualAnswerMs = 8_000;
const answerMaxBytes = 2_000_000;
/** Of pictures that are asked for again, by this or another person. */
const cachedBytes = 16_000_000;
const cachedMs = 6 * 3_600_000;
/** As browsers do it, and as the policies of public servers ask for. */
const askedAtOnce = 6;
const userAgent = 'Watchpost/1 (guard patrol console; maps)';
const pictureType = /^image\/(?:png|jpeg|webp|avif)$/;

export class TileServer {
  readonly #template: string;
  readonly #fetch: ExternalFetch;
  readonly #slots = new Slots(askedAtOnce);
  readonly #cached = new LRUCache<string, Picture>({
    maxSize: cachedBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 100,
    ttl: cachedMs,
  });
  readonly #underWay = new Map<string, Promise<Picture | null>>();

  constructor(template: string, answerMs = usualAnswerMs) {
    this.#template = template;
    this.#fetch = externalFetch({ reach: 'private', answerMs, answerMaxBytes });
  }

  /** Null where the server has no such tile. Throws where it is away, slow, refuses, or answers something else. */
  async tile(at: TileAt): Promise<Picture | null> {
    const address = tileAddress(this.#template, at);
    const known = this.#cached.get(address);
    if (known !== undefined) return known;
    // Two who look at the same place ask once.
    const underWay = this.#underWay.get(address);
    if (underWay !== undefined) return underWay;
    const asked = this.#slots.while(() => this.#ask(address)).finally(() => this.#underWay.delete(address));
    this.#underWay.set(address, asked);
    return asked;
  }

  async #ask(address: string): Promise<Picture | null> {
    const answer = await this.#fetch(address, {
      method: 'GET',
      headers: { accept: 'image/*', 'user-agent': userAgent },
    });
    if (answer.status === 404 || answer.status === 204) return null;
    const [mediaType = ''] = (answer.headers.get('content-type') ?? '').split(';');
    if (!answer.ok || !pictureType.test(mediaType))
      throw new Error(`the tile server answered ${answer.status} ${mediaType}`);
    const picture = { bytes: Buffer.from(await answer.arrayBuffer()), mediaType };
    this.#cached.set(address, picture);
    return picture;
  }
}
