import * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import { memoProblem, MemoType, type TypedMemo } from "#schemas/values/memo.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isNetworkAddress } from "#server/platform/network/addresses.ts";
import { OutsideError, type ReadBounds, readPublicText } from "#server/platform/outside/read-public.ts";
import { domainNamed, type ReadStellarToml } from "#server/platform/outside/stellar-toml.ts";

/** Whom a name leads to. */
export interface FederatedAddress {
  /** G... or M... */
  readonly address: string;
  /** Without which the payment would not reach them; null where none is asked for. */
  readonly memo: TypedMemo | null;
}

/**
 * Finds out whom `name*domain` leads to. Throws `address-malformed`, `domain-malformed`, `domain-unreadable`,
 * `domain-elsewhere`, `recipient-unknown` and `rate-limited`.
 */
export type ResolveName = (name: string) => Promise<FederatedAddress>;

/** The names of other domains (SEP-2). */
export interface Federation {
  /** Asks for this user, whose questions are counted: each makes us ask a site of their choice. */
  resolve(userId: number, name: string): Promise<FederatedAddress>;
}

const BOUNDS: ReadBounds = { maxBytes: 64 * 1024, timeoutMs: 5000 };
const QUESTIONS = 60;
const QUESTIONS_WINDOW_MS = 60 * 1000;
/** What SEP-2 lets a name hold, without what hides or turns what is shown. */
const NAME = /^([^*,<>\s\p{C}]{1,64})\*([^*]{1,253})$/u;

const Answer = v.object({
  account_id: v.string(),
  memo_type: v.nullish(v.string()),
  memo: v.nullish(v.union([v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0))])),
});

/** Asks other domains' federation servers; `read` is how the outside is reached. */
export function openFederation(
  runtime: Pick<Runtime, "config" | "database" | "clock">,
  readToml: ReadStellarToml,
  read: (url: string, bounds: ReadBounds) => Promise<string> = readPublicText,
): Federation {
  const { passphrase } = runtime.config.stellar;
  const limit = createAttemptLimit(runtime, "federation", QUESTIONS, QUESTIONS_WINDOW_MS);

  async function serverOf(domain: string): Promise<URL> {
    const toml = await readToml(domain);
    if (toml.passphrase !== null && toml.passphrase !== passphrase) throw new AppError("domain-elsewhere", { domain });
    const server = URL.parse(toml.federationServer ?? "");
    if (!server) throw unreadable(domain, "does not say who its names lead to");
    return server;
  }

  return {
    resolve: async (userId, text) => {
      const [, name, host = ""] = NAME.exec(text) ?? [];
      if (name === undefined) throw new AppError("address-malformed");
      const domain = domainNamed(host);
      if (domain === null) throw new AppError("domain-malformed");
      await limit.take(String(userId));
      const url = await serverOf(domain);
      url.searchParams.set("q", `${name}*${domain}`);
      url.searchParams.set("type", "name");
      return addressIn(await ask(read, domain, url.href), domain);
    },
  };
}

async function ask(
  read: (url: string, bounds: ReadBounds) => Promise<string>,
  domain: string,
  url: string,
): Promise<string> {
  try {
    return await read(url, BOUNDS);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    if (error.problem === "status" && error.number === 404)
      throw new AppError("recipient-unknown", {}, { cause: error });
    throw unreadable(domain, error.problem, error.number, error);
  }
}

function addressIn(text: string, domain: string): FederatedAddress {
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), Answer), text);
  if (!answer.success || !isNetworkAddress(answer.output.account_id)) throw unreadable(domain, "noAddress");
  const { account_id: address, memo_type: type, memo } = answer.output;
  if (memo === undefined || memo === null || memo === "") return { address, memo: null };
  const typed = typedMemo(type ?? "", String(memo));
  if (!typed || memoProblem(typed)) throw unreadable(domain, "memo");
  return { address, memo: typed };
}

/** SEP-2 writes a hash in base64. */
function typedMemo(name: string, text: string): TypedMemo | null {
  const type = v.safeParse(MemoType, name);
  if (!type.success) return null;
  return { type: type.output, text: type.output === "hash" ? Buffer.from(text, "base64").toString("hex") : text };
}

function unreadable(domain: string, problem: string, number = 0, cause?: unknown): AppError {
  return new AppError("domain-unreadable", { domain, problem, number }, { cause });
}
