import { plural, t } from "@lingui/core/macro";
import { openDrawnFonts, type DrawText } from "#pwa/parts/pdf/drawn-fonts.ts";
import { openPages, PAGE_HEIGHT, PAGE_WIDTH, type Page } from "#pwa/parts/pdf/pages.ts";
import { openTypesetter, type TextStyle } from "#pwa/parts/pdf/typesetter.ts";
import { shownLanguage } from "#pwa/platform/language/show-language.ts";
import { formatAmountText, formatCount, formatSeries, shortenAddress } from "#pwa/ui/format.ts";
import { type EventFacts, eventFacts, legsOf, legText, rateWords, titleOf } from "#pwa/parts/history/event-words.ts";
import { hasAmount, movementOf, paidFee, type MovementRow } from "#pwa/parts/history/movement.ts";
import { directionOf } from "#schemas/values/languages.ts";
import type { EventLeg } from "#schemas/movement-events.ts";
import { testNetworkWords } from "#pwa/parts/service/test-network.tsx";
import type { FilterContext } from "./filter.ts";
import type { Tally } from "./tallies.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

/** Who and what a statement is about, in words. */
export interface StatementHead {
  readonly name: string;
  readonly address: string;
  /** Such as "1 May 2026 to 31 May 2026". */
  readonly period: string;
  /** What the rows are narrowed to besides; none where they are not. */
  readonly narrowing: readonly string[];
  readonly madeAt: string;
  readonly timeZone: string;
  /** Whether the money is that of a test network. */
  readonly isPretend: boolean;
}

export interface Statement {
  add(row: MovementRow): Promise<void>;
  finish(tallies: readonly Tally[]): Promise<Blob>;
}

const LEFT = 40;
const RIGHT = PAGE_WIDTH - 40;
const TOP = PAGE_HEIGHT - 48;
const BOTTOM = 48;
const WHAT = 132;
const AMOUNT_WIDTH = 130;
const WHAT_WIDTH = RIGHT - AMOUNT_WIDTH - WHAT - 10;

const TEXT: TextStyle = { size: 8 };
const STRONG: TextStyle = { size: 8, face: "bold" };
const SMALL: TextStyle = { size: 6.5, gray: 0.35 };
const HEAD: TextStyle = { size: 7, face: "bold", gray: 0.35 };
const LINE = 10;
const SMALL_LINE = 8.5;

/** A statement of a history's rows in the order in which they are given, as a PDF. Its pages are written one by one. */
export function openStatement(head: StatementHead, context: FilterContext, draw: DrawText): Statement {
  const language = shownLanguage();
  const direction = directionOf(language);
  const fonts = openDrawnFonts((text) => draw(text, direction));
  const setter = openTypesetter(fonts, direction);
  const pages = openPages(setter, fonts, { language, direction });
  const timeOf = timeWriter(head.timeZone);
  let page: Page | null = null;
  let y = 0;
  let count = 0;

  async function room(height: number): Promise<Page> {
    if (page !== null && y - height >= BOTTOM) return page;
    if (page !== null) await pages.close(page);
    page = pages.open("after");
    page.text(t`Date`, LEFT, TOP, HEAD);
    page.text(t({ message: "What", context: "heading of a column" }), WHAT, TOP, HEAD);
    page.textBefore(t`Amount`, RIGHT, TOP, HEAD);
    page.line(LEFT, RIGHT, TOP - 5);
    y = TOP - 18;
    return page;
  }

  async function add(row: MovementRow): Promise<void> {
    const movement = movementOf(row, context.ownAddress);
    const { counterparty } = movement;
    const facts = eventFacts(row, context.ownAddress);
    const [first, second] = legsOf(row, context.ownAddress);
    const { memo, hash, ledger } = row;
    const small = [
      counterparty,
      factsLine(facts),
      memo === "" ? "" : t`Memo: ${{ memo: inSentence(memo) }}`,
      hash === "" || ledger <= 0 ? hash : t`${hash}, ledger ${ledger}`,
    ].filter((text) => text !== "");
    const amounts = [
      ...(second === undefined ? [] : [signed(second, movement.direction === "none")]),
      ...(row.issuer === "" ? [] : [issuedWords(row.issuer)]),
      ...(facts.charged === null ? [] : [t`fee to Astrolabe ${{ amount: facts.charged }}`]),
      ...(paidFee(row) ? [t`network fee ${{ amount: formatAmountText(row.fee) }} XLM`] : []),
      ...statusWords(row),
    ];
    const height = LINE + Math.max(small.length, amounts.length) * SMALL_LINE + 8;
    const on = await room(height);
    on.text(timeOf(row.timestamp), LEFT, y, TEXT);
    const isAmount = hasAmount(row) && first !== undefined;
    // What has no amount has its place as well: that movements are missing is no sentence to be cut.
    const width = WHAT_WIDTH + (isAmount ? 0 : AMOUNT_WIDTH);
    on.text(setter.fit(titleOf(row, context.ownAddress, context.nameOf), width, STRONG), WHAT, y, STRONG);
    if (isAmount) on.textBefore(signed(first, movement.direction === "none"), RIGHT, y, TEXT);
    for (const [at, text] of small.entries())
      on.text(
        setter.fit(text, WHAT_WIDTH + (at < amounts.length ? 0 : AMOUNT_WIDTH), SMALL),
        WHAT,
        y - LINE - at * SMALL_LINE,
        SMALL,
      );
    for (const [at, text] of amounts.entries()) on.textBefore(text, RIGHT, y - LINE - at * SMALL_LINE, SMALL);
    y -= height;
    on.line(LEFT, RIGHT, y + 8);
    y -= 4;
    if (row.type !== "missing") count += 1;
  }

  async function writeHead(tallies: readonly Tally[]): Promise<void> {
    let first = pages.open("before");
    let at = PAGE_HEIGHT - 60;
    first.text("Astrolabe", LEFT, at, { size: 9, face: "bold", gray: 0.35 });
    first.text(t`Account statement`, LEFT, at - 24, { size: 18, face: "bold" });
    at -= 54;
    for (const [name, value] of headLines(head, count)) {
      first.text(name, LEFT, at, { ...TEXT, gray: 0.35 });
      first.text(setter.fit(value, RIGHT - WHAT, TEXT), WHAT, at, TEXT);
      at -= 14;
    }
    at -= 16;
    for (const tally of tallies.length === 0 ? [] : [null, ...tallies]) {
      if (at < BOTTOM + 40) {
        await pages.close(first);
        first = pages.open("before");
        at = TOP;
      }
      if (tally === null) writeTallyHead(first, at);
      else writeTally(first, at, tally);
      at -= tally === null ? 16 : 24;
    }
    for (const note of notes(tallies, setter.missed())) {
      first.text(note, LEFT, at, SMALL);
      at -= SMALL_LINE + 2;
    }
    await pages.close(first);
  }

  return {
    add,
    async finish(tallies) {
      if (page !== null) await pages.close(page);
      await writeHead(tallies);
      return pages.finish({
        title: t`Account statement, ${{ period: head.period }}`,
        footer: (number, all) => footWords(head, number, all),
      });
    },
  };
}

function footWords({ isPretend, address }: StatementHead, number: number, all: number): string {
  return formatSeries([
    ...(isPretend ? [testNetworkWords()] : []),
    ...(address === "" ? [] : [shortenAddress(address)]),
    t`page ${number} of ${all}`,
  ]);
}

function issuedWords(issuer: string): string {
  return t`issued by ${{ address: shortenAddress(issuer) }}`;
}

/** What did not go through, or not yet. */
function statusWords({ status }: MovementRow): string[] {
  switch (status) {
    case "confirmed":
      return [];
    case "pending":
      return [t({ message: "pending", context: "state of a movement" })];
    case "failed":
      return [t({ message: "failed", context: "state of a movement" })];
  }
}

/** "+12.5 XLM"; without a sign where nobody can say which way it went. */
function signed(leg: EventLeg, isUnclear: boolean): string {
  return `${isUnclear ? "" : leg.isIncoming ? "+" : "\u2013"}${legText(leg)}`;
}

/** What is known of an order or an exchange, in one line. */
function factsLine({ pair, quote, average, rate, path: way, order, price }: EventFacts): string {
  const path = way && formatSeries(way);
  const known = [
    pair,
    order,
    price === null ? null : t`limit ${{ price: formatAmountText(price) }} ${quote}`,
    average === null ? null : t`average ${{ price: formatAmountText(average) }} ${quote}`,
    rate === null ? null : rateWords(rate),
    path === null ? null : t({ message: `by ${path}`, context: "assets that an exchange went by" }),
  ];
  return formatSeries(known.filter((text) => text !== null));
}

const COLUMNS = [
  {
    get name() {
      return t({ message: "Opening", context: "balance before the period" });
    },
    right: 215,
  },
  {
    get name() {
      return t({ message: "In", context: "what came in" });
    },
    right: 300,
  },
  {
    get name() {
      return t({ message: "Out", context: "what went out" });
    },
    right: 385,
  },
  {
    get name() {
      return t`Network fees`;
    },
    right: 465,
  },
  {
    get name() {
      return t({ message: "Closing", context: "balance at the end of the period" });
    },
    right: RIGHT,
  },
] as const;

function writeTallyHead(page: Page, y: number): void {
  page.text(t`Asset`, LEFT, y, HEAD);
  for (const { name, right } of COLUMNS) page.textBefore(name, right, y, HEAD);
  page.line(LEFT, RIGHT, y - 5);
}

function writeTally(page: Page, y: number, tally: Tally): void {
  page.text(tally.assetCode, LEFT, y, STRONG);
  if (tally.issuer !== "") page.text(issuedWords(tally.issuer), LEFT, y - 9, SMALL);
  const fees = tally.issuer === "" ? tally.fees : null;
  const values = [tally.opening, tally.received, tally.sent, fees, tally.closing];
  for (const [at, { right }] of COLUMNS.entries()) {
    const value = values[at] ?? null;
    page.textBefore(value === null ? "\u2013" : formatAmountText(value), right, y, { size: 7.5 });
  }
}

function headLines(head: StatementHead, count: number): (readonly [string, string])[] {
  return [
    [t`Name`, head.name],
    ...(head.address === "" ? [] : [[t`Address`, head.address] as const]),
    [t`Period`, head.period],
    ...head.narrowing.map(
      (text) => [t({ message: "Only", context: "what a statement is narrowed to" }), text] as const,
    ),
    [t`Transactions`, formatCount(count)],
    [t({ message: "Made", context: "when a statement was made" }), madeWords(head)],
  ];
}

function madeWords({ madeAt, timeZone }: StatementHead): string {
  return t`${madeAt}, from what this device holds; times are those of ${timeZone}`;
}

function notes(tallies: readonly Tally[], missed: number): string[] {
  return [
    ...(tallies.some(({ opening }) => opening === null)
      ? [
          t`Opening and closing are left out where the transactions on this device do not account for the whole balance.`,
        ]
      : []),
    ...(missed > 0
      ? [
          plural(missed, {
            one: "# text could not be drawn here and has a ? in its place. The CSV export has it.",
            other: "# texts could not be drawn here and have a ? in their place. The CSV export has them.",
          }),
        ]
      : []),
  ];
}

/** Writes instants as local times, "2026-05-01 12:00". */
function timeWriter(timeZone: string): (timestamp: string) => string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return (timestamp) => {
    const parts = new Map(format.formatToParts(new Date(timestamp)).map(({ type, value }) => [type, value]));
    const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
    return `${get("year")}-${get("month")}-${get("day")} ${get("hour")}:${get("minute")}`;
  };
}
