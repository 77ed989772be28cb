import { plural, t } from "@lingui/core/macro";
import * as v from "valibot";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { AmountError, formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import { ACCOUNT_PATTERN, NATIVE_CODE } from "#schemas/values/fields.ts";
import { memoProblem, type MemoType, NO_MEMO, type TypedMemo } from "#schemas/values/memo.ts";
import { PAY_MESSAGE_MAX, PayMessage } from "#schemas/values/pay-message.ts";
import { PAY_PATH, PAY_PREFIX, uriOfQuery } from "#schemas/pay-path.ts";
import { isStellarAddress } from "./strkey.ts";

/** What a SEP-7 `pay` request asks for; empty texts are left to the payer. */
export interface PayRequest {
  readonly destination: string;
  readonly amount: string;
  readonly assetCode: string;
  /** Empty for XLM. */
  readonly issuer: string;
  readonly memo: string;
  readonly memoType: MemoType;
  /** The network that it is meant for; empty where it does not say. */
  readonly networkPassphrase: string;
  /** What whoever asks says to whoever pays; their words, and never ours. */
  readonly message: string;
}

export type PayUriReading =
  | { readonly ok: true; readonly request: PayRequest }
  | { readonly ok: false; readonly problem: string };

const LONGEST_URI = 4096;
/** Of more a code has modules too small for a phone's camera. */
const LONGEST_CODE = 600;
/** Every parameter that decides what is paid to whom, or what is said of it. */
const READ = [
  "destination",
  "amount",
  "asset_code",
  "asset_issuer",
  "memo",
  "memo_type",
  "network_passphrase",
  "callback",
  "msg",
] as const;

/** Writes the SEP-7 URI of a request, with only the parameters that say something. */
export function makePayUri(request: PayRequest): string {
  return PAY_PREFIX + queryOf(request);
}

/** The URI for a code that is scanned: without the message where a code of all of it would be too dense to be read. */
export function makeCodeUri(request: PayRequest): string {
  const uri = makePayUri(request);
  return uri.length <= LONGEST_CODE ? uri : makePayUri({ ...request, message: "" });
}

/** Writes the https link of a request, which every browser opens: of this app, at `origin`, with the parameters of the URI. */
export function makePayLink(origin: string, request: PayRequest): string {
  return `${origin}${PAY_PATH}?${queryOf(request)}`;
}

/** The URI that a payment link of this app, at `origin`, stands for; null for any other text. */
export function uriOfLink(text: string, origin: string): string | null {
  const [place = "", query] = text
    .trim()
    .replace(/#.*$/s, "")
    .split(/\?(.*)/s);
  return query !== undefined && place === origin + PAY_PATH ? uriOfQuery(query) : null;
}

function queryOf(request: PayRequest): string {
  const parameters: [string, string][] = [["destination", request.destination]];
  if (request.amount !== "") parameters.push(["amount", request.amount]);
  if (request.issuer !== "") parameters.push(["asset_code", request.assetCode], ["asset_issuer", request.issuer]);
  if (request.networkPassphrase !== "") parameters.push(["network_passphrase", request.networkPassphrase]);
  if (request.memo !== "") parameters.push(["memo", memoOut(request)], ["memo_type", URI_MEMOS[request.memoType]]);
  if (request.message !== "") parameters.push(["msg", request.message]);
  return parameters.map(([name, value]) => `${name}=${encoded(value)}`).join("&");
}

/** Without what chats take for the end of a link, or for marks of their own. */
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*~]|\.$/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Whether a scanned or pasted text claims to be a SEP-7 URI at all. */
export function isPayUri(text: string): boolean {
  return /^web\+stellar:/i.test(text.trim());
}

/** Reads a SEP-7 `pay` URI; `problem` is a sentence for the person who opened it. */
export function readPayUri(text: string): PayUriReading {
  if (text.length > LONGEST_URI) return refuse(t`That payment request is longer than one can be.`);
  const match = /^web\+stellar:([a-z]+)\??(.*)$/is.exec(text.trim());
  if (match === null) return refuse(t`That is not a payment request.`);
  if (match[1]?.toLowerCase() !== "pay")
    return refuse(t`This link asks to sign a transaction made elsewhere. Only payment requests can be opened here.`);
  const parameters = new URLSearchParams(match[2] ?? "");
  const get = (name: string) => parameters.get(name) ?? "";
  // Of two answers to one question somebody else may be shown the other.
  if (READ.some((name) => parameters.getAll(name).length > 1))
    return refuse(t`This payment request says something twice, so it is not clear what it asks for.`);
  if (get("callback") !== "")
    return refuse(
      t`This payment request wants the signed payment handed to another site, which is not done from here.`,
    );

  const destination = get("destination").trim();
  if (!isStellarAddress(destination)) return refuse(t`This payment request has no valid Stellar address in it.`);
  const amount = readAmount(get("amount"));
  if (amount === null) return refuse(t`The amount in this payment request is not one that can be paid.`);
  const memo = readMemo(get("memo"), get("memo_type"));
  if (memo === null)
    return refuse(
      t`This payment request needs a kind of memo that cannot be sent from here. Paying without it could lose the money.`,
    );
  const problem = memoProblem(memo);
  if (problem !== null) return refuse(`${t`The memo in this payment request cannot be used.`} ${sentenceOf(problem)}`);
  const networkPassphrase = get("network_passphrase");
  if (networkPassphrase.length > 200) return refuse(t`This payment request names a network that cannot exist.`);
  const issuer = get("asset_issuer");
  if (issuer !== "" && (!ACCOUNT_PATTERN.test(issuer) || !isStellarAddress(issuer)))
    return refuse(t`This payment request names an issuer that is no Stellar address.`);
  const assetCode = get("asset_code") || NATIVE_CODE;
  if (!/^[A-Za-z0-9]{1,12}$/.test(assetCode)) return refuse(t`This payment request names an asset that cannot exist.`);
  if (issuer === "" && assetCode !== NATIVE_CODE)
    return refuse(t`This payment request asks for ${assetCode} without saying who issues it.`);
  const message = v.safeParse(PayMessage, get("msg"));
  if (!message.success)
    return refuse(
      plural(PAY_MESSAGE_MAX, {
        one: "The note in this payment request is longer than # character.",
        other: "The note in this payment request is longer than # characters.",
      }),
    );
  const what = { destination, amount, assetCode, issuer, memo: memo.text, memoType: memo.type };
  return { ok: true, request: { ...what, networkPassphrase, message: message.output } };
}

const URI_MEMOS: Readonly<Record<MemoType, string>> = { text: "MEMO_TEXT", id: "MEMO_ID", hash: "MEMO_HASH" };

/** SEP-7 writes a hash in base64. */
function memoOut({ memo, memoType }: PayRequest): string {
  return memoType === "hash" ? btoa(String.fromCharCode(...(memo.match(/../g) ?? []).map(byteOf))) : memo;
}

function byteOf(hex: string): number {
  return Number.parseInt(hex, 16);
}

/** The memo of a request, whatever it holds; null for a kind that cannot be sent. */
function readMemo(text: string, name: string): TypedMemo | null {
  if (text === "") return NO_MEMO;
  switch (name) {
    case "":
    case "MEMO_TEXT":
      return { type: "text", text };
    case "MEMO_ID":
      return { type: "id", text };
    case "MEMO_HASH":
      return { type: "hash", text: hexOf(text) };
    default:
      return null;
  }
}

/** The bytes in hex; what is no base64 comes out as it is, and is no hash. */
function hexOf(base64: string): string {
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(base64)) return base64;
  return [...atob(base64)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

function refuse(problem: string): PayUriReading {
  return { ok: false, problem };
}

/** The amount without needless zeros, empty where none is asked, null where it cannot be paid. */
function readAmount(text: string): string | null {
  if (text === "") return "";
  try {
    const stroops = parseAmount(text);
    return stroops > 0n ? formatAmountShort(stroops) : null;
  } catch (error) {
    if (error instanceof AmountError) return null;
    throw error;
  }
}
