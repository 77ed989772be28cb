import { plural, t } from "@lingui/core/macro";
import { formatAmountText, formatCount, formatSeries } from "#pwa/ui/format.ts";
import type { WalletHealthOutput } from "#schemas/diagnostics.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { Check } from "./check.ts";

type Found = Extract<WalletHealthOutput["ledger"], { readonly state: "found" }>;

/** Below this many stroops a few payments use up what pays their fees. */
const SCARCE_STROOPS = 1_000_000n;
const SLOW_MS = 5 * 60 * 1000;
function askSupport(): string {
  return t`Nothing is lost by this. Show it to support.`;
}

/** Whether the account is on the network. */
export function checkAccount({ address, ledger }: WalletHealthOutput): Check {
  const title = t`Your account on the network`;
  if (address === null)
    return warn(title, t`It has no address yet.`, t`It is made when you sign up. Look again in a minute.`);
  if (ledger.state === "unreachable") return unreachable(title);
  if (ledger.state === "found")
    return pass(title, t`It is there, as of ledger ${{ ledger: formatCount(ledger.asOfLedger) }}.`);
  return {
    ...warn(title, t`It is not on the network yet.`, t`The first XLM that arrives creates it.`),
    fix: "receive",
  };
}

/** Whether XLM is left for fees beside what the network keeps back. */
export function checkReserve({ ledger }: WalletHealthOutput): Check {
  const title = t`XLM for fees and reserve`;
  if (ledger.state !== "found") return unreachable(title, ledger.state === "missing");
  const reserve = formatAmountText(ledger.reserve);
  return judgeFree(
    title,
    parseAmount(ledger.free),
    (free) => t`${free} XLM can be spent; the network keeps ${reserve} XLM back.`,
  );
}

/** The same judgement for what this device knows alone; `foundOf` says how many XLM are free. */
export function judgeFree(title: string, freeStroops: bigint, foundOf: (free: string) => string): Check {
  const free = formatAmountText(`${freeStroops / 10_000_000n}.${String(freeStroops % 10_000_000n).padStart(7, "0")}`);
  const found = foundOf(free);
  if (freeStroops >= SCARCE_STROOPS) return pass(title, found);
  const meaning = t`Too little is left to pay fees or to add an asset. Receive some XLM.`;
  return { ...(freeStroops === 0n ? fail(title, found, meaning) : warn(title, found, meaning)), fix: "receive" };
}

/** Whether every asset can be received and sent. */
export function checkLines({ ledger }: WalletHealthOutput): Check {
  const title = t`Your assets`;
  if (ledger.state !== "found") return unreachable(title, ledger.state === "missing");
  const held = ledger.lines.length;
  const blocked = ledger.lines.filter(({ isAuthorized }) => !isAuthorized).map(({ assetCode }) => assetCode);
  const full = ledger.lines.filter(({ isFull }) => isFull).map(({ assetCode }) => assetCode);
  if (blocked.length > 0) {
    const meaning = t`Their issuer has to allow your account to hold them. Ask the issuer.`;
    return { ...warn(title, t`${{ codes: formatSeries(blocked) }} cannot be used.`, meaning), fix: "assets" };
  }
  if (full.length > 0) {
    const meaning = t`Your account holds as much of them as it said it would take. More of them will not arrive.`;
    return { ...warn(title, t`${{ codes: formatSeries(full) }} cannot be received.`, meaning), fix: "assets" };
  }
  return pass(
    title,
    held === 0
      ? t`You hold XLM alone.`
      : plural(held, { one: "# beside XLM, all of them usable.", other: "# beside XLM, all of them usable." }),
  );
}

/** Whether the next transaction of the account can go. */
export function checkSequence({ ledger, open }: WalletHealthOutput): Check {
  const title = t`Order of your payments`;
  if (ledger.state !== "found") return unreachable(title, ledger.state === "missing");
  const next = BigInt(ledger.sequence) + 1n;
  const numbers = open.flatMap(({ sequence }) => (sequence === null ? [] : [BigInt(sequence)]));
  if (numbers.some((number) => number > next))
    return warn(title, t`A payment waits for one before it.`, t`It goes once the one before it is settled.`);
  return pass(
    title,
    numbers.length === 0 ? t`Nothing stands in the way of the next one.` : t`The next one is under way.`,
  );
}

/** Whether payments are stuck. */
export function checkPayments({ open, at }: WalletHealthOutput): Check {
  const title = t`Payments under way`;
  const nowMs = Date.parse(at);
  if (open.some(({ state }) => state === "ambiguous")) {
    const meaning = t`Nobody can tell yet whether it was paid. It is not sent a second time; our operators look into it.`;
    return { ...fail(title, t`One of them is not certain.`, meaning), fix: "payments" };
  }
  const held = open.filter(({ state }) => state === "held").length;
  if (held > 0) {
    const meaning = t`They go once an operator has approved them.`;
    return {
      ...warn(title, plural(held, { one: "# waits for approval.", other: "# wait for approval." }), meaning),
      fix: "payments",
    };
  }
  const slow = open.filter(({ createdAt }) => nowMs - Date.parse(createdAt) > SLOW_MS).length;
  if (slow > 0) {
    const meaning = t`The network may be busy. They are tried until it is certain what became of them; do not pay again.`;
    return {
      ...warn(title, plural(slow, { one: "# of them takes long.", other: "# of them take long." }), meaning),
      fix: "payments",
    };
  }
  return pass(
    title,
    open.length === 0
      ? t`None is waiting.`
      : plural(
          { count: open.length },
          {
            one: "# on the way, none of them late.",
            other: "# on the way, none of them late.",
          },
        ),
  );
}

/** Whether only those keys sign that should. */
export function checkSigners({ ledger, address }: WalletHealthOutput): Check {
  const title = t`Who can move your money`;
  if (ledger.state !== "found") return unreachable(title, ledger.state === "missing");
  return judgeSigners(title, ledger, address);
}

function judgeSigners(title: string, { signers, threshold }: Found, address: string | null): Check {
  const able = signers.filter(({ weight }) => weight >= threshold);
  const together = signers.reduce((sum, { weight }) => sum + weight, 0);
  if (able.length > 1) {
    const meaning = t`Each of these keys moves your money alone. If you did not add the second one, freeze your account.`;
    const found = plural(
      { count: able.length },
      {
        one: "# key, each of them alone.",
        other: "# keys, each of them alone.",
      },
    );
    return warn(title, found, meaning);
  }
  if (able.length === 1)
    return pass(
      title,
      able[0]?.key === address ? t`One key, which we keep for you.` : t`One key, after it was changed.`,
    );
  if (together >= threshold) return pass(title, t`Two keys together, one of them yours.`);
  return fail(title, t`No keys that reach what a payment needs.`, askSupport());
}

/** Whether our books say what the ledger says. */
export function checkBooks({ ledger, books }: WalletHealthOutput): Check {
  const title = t`Our books and the ledger`;
  if (ledger.state === "unreachable" || (ledger.state === "missing" && !books.exists))
    return unreachable(title, ledger.state === "missing");
  const actual =
    ledger.state === "missing" ? [] : [{ assetCode: "XLM", issuer: "", balance: ledger.balance }, ...ledger.lines];
  const different = differencesOf(books.held, actual);
  if (different.length === 0)
    return pass(title, t`They agree, as of ledger ${{ ledger: formatCount(ledger.asOfLedger) }}.`);
  const codes = formatSeries(different);
  if (books.ingestedLedger < ledger.asOfLedger) {
    const behind = ledger.asOfLedger - books.ingestedLedger;
    const found = plural(behind, {
      one: `${codes}: our books are # ledger behind.`,
      other: `${codes}: our books are # ledgers behind.`,
    });
    return warn(title, found, t`They catch up by themselves. Look again.`);
  }
  return {
    ...fail(title, t`They differ in ${codes}.`, `${t`The ledger decides.`} ${askSupport()}`),
    fix: "screenshot",
  };
}

type Held = WalletHealthOutput["books"]["held"][number];

/** The codes of the assets that one of both holds more of; what one of them does not know it holds nothing of. */
function differencesOf(known: readonly Held[], actual: readonly Held[]): readonly string[] {
  const keyOf = ({ assetCode, issuer }: Held) => `${assetCode}-${issuer}`;
  const codes = new Map([...known, ...actual].map((held) => [keyOf(held), held.assetCode]));
  const [left, right] = [known, actual].map((all) => new Map(all.map((held) => [keyOf(held), held.balance])));
  return [...codes]
    .filter(([key]) => parseAmount(left?.get(key) ?? "0") !== parseAmount(right?.get(key) ?? "0"))
    .map(([, assetCode]) => assetCode);
}

function unreachable(title: string, isMissing = false): Check {
  const found = isMissing ? t`There is no account to look at yet.` : t`The network does not answer our server.`;
  return { title, status: "unknown", found };
}

function pass(title: string, found: string): Check {
  return { title, status: "pass", found };
}

function warn(title: string, found: string, meaning: string): Check {
  return { title, status: "warn", found, meaning };
}

function fail(title: string, found: string, meaning: string): Check {
  return { title, status: "fail", found, meaning };
}
