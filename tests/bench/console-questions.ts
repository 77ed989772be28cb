import { CASH_APP } from "#schemas/deposits.ts";
import { paymentHash } from "./desk-rows.ts";
import { addressOf, BUSY, hashOf, idOf, joinedAt, keptAddress, MOVEMENTS_EACH, nameOf } from "./people-rows.ts";

/** What an operator asks the server, below `/api/admin/`. */
export interface Question {
  readonly name: string;
  readonly path: string;
}

/** Somebody of whom nothing waits, and who is there where there are few, too. */
const SOMEBODY = 500;
const FIRST = 10_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Of the 29 that are there. */
const DAYS_AGO = 10;

/** Each list of operators: its first page, one from the middle, each of its filters and whatever is searched in it. */
export function questionsOf(people: number, operatorId: number): Question[] {
  const middle = Math.floor(people / 2);
  return [
    // What any question of an operator costs here and now: who they are, and a look into an empty index.
    { name: "an operator's smallest question", path: "operator-actions?userId=1" },
    ...asked("people", "people", peopleAsked(middle, people)),
    ...asked("a person's", `people/${idOf(SOMEBODY)}`, PARTS, "/"),
    ...asked("a busy person's", `people/${idOf(BUSY)}`, busyAsked(people), "/"),
    ...asked("all payments", "all-submissions", paymentsAsked(middle)),
    ...asked("decided deposits", "decided-deposits", depositsAsked(middle)),
    ...asked("audit log", "audit", auditAsked(people, operatorId)),
    ...asked("all proposals", "proposals", [
      ["first page", "show=all"],
      ["from the middle", `show=all&before=${FIRST + middle}`],
    ]),
    ...asked("what operators did", "operator-actions", [
      ["first page", ""],
      ["from the middle", `before=${FIRST + middle * 2}`],
      ["to one person", `userId=${idOf(SOMEBODY)}`],
    ]),
    ...WAITING,
    { name: "the overview", path: "overview" },
  ];
}

/** Lists of what waits are fetched whole; what is searched in one of them is counted before it is taken along. */
const WAITING: readonly Question[] = [
  { name: "deposits that wait", path: "deposits" },
  { name: "payments to decide", path: "submissions" },
  { name: "money without an owner", path: "suspense" },
  { name: "proposals that wait", path: "proposals" },
  { name: "what people sent to support", path: "support/reports" },
  { name: "operators", path: "operators" },
  ...["deposits", "payments", "suspense", "reports", "proposals"].map((list) => ({
    name: `${list}: searched and counted`,
    path: `lists/${list}/count?find=${SOMEBODY}`,
  })),
];

type Asked = readonly (readonly [name: string, query: string])[];

const PARTS: Asked = [
  ["page", ""],
  ["movements", "movements"],
  ["payments", "submissions"],
  ["deposits", "deposits"],
  ["notes", "notes"],
];

function busyAsked(people: number): Asked {
  return [
    ["movements", "movements"],
    ["movements from the middle", `movements?before=${people * MOVEMENTS_EACH + 10_000}`],
  ];
}

function asked(list: string, path: string, all: Asked, between = "?"): Question[] {
  return all.map(([name, rest]) => ({
    name: `${list}: ${name}`,
    path: rest === "" ? path : `${path}${between}${rest}`,
  }));
}

function peopleAsked(middle: number, people: number): Asked {
  const somebody = nameOf(SOMEBODY);
  const tenth = nameOf(0).slice(0, 8);
  const month = "from=2024-02-01&to=2024-02-29";
  const signedUpMs = joinedAt(middle, people).getTime();
  return [
    ["first page", ""],
    ["first page by name", "sort=name"],
    ["from the middle", `after=${signedUpMs}-${idOf(middle)}`],
    ["from the middle by name", `sort=name&after=${nameOf(middle)}`],
    ["the frozen, one in five hundred", "frozen=yes"],
    ["the frozen by name", "frozen=yes&sort=name"],
    ["those who are not frozen", "frozen=no"],
    ["with a second factor, every other one", "factor=yes"],
    ["without a second factor", "factor=no"],
    ["without a second factor, by name", "factor=no&sort=name"],
    ["of whom a deposit waits", "deposit=yes"],
    ["of whom none waits", "deposit=no"],
    ["who signed up in a month", month],
    ["who signed up in a month, by name", `${month}&sort=name`],
    ["frozen, of a month, by name", `${month}&sort=name&frozen=yes`],
    ["a name's beginning that one has", `q=${somebody}`],
    ["a beginning that a tenth have", `q=${tenth}`],
    ["the same, the newest first", `q=${tenth}&sort=newest`],
    ["the same, frozen", `q=${tenth}&frozen=yes`],
    ["the middle of a name", `q=${somebody.slice(3)}`],
    ["a user ID", `q=${somebody}-id`],
    ["an e-mail address", `q=${somebody}@example.org`],
    ["a number", `q=${idOf(SOMEBODY)}`],
    ["an address", `q=${addressOf(SOMEBODY)}`],
    ["an address that twenty keep", `q=${keptAddress()}`],
    ["a transaction's hash", `q=${hashOf(SOMEBODY, 3)}`],
    ["a payment's hash", `q=${paymentHash(SOMEBODY, 3)}`],
  ];
}

/** A day on which there were rows of most kinds. */
function aDay(): string {
  const day = new Date(Date.now() - DAYS_AGO * DAY_MS).toISOString().slice(0, 10);
  return `from=${day}&to=${day}`;
}

function paymentsAsked(middle: number): Asked {
  const before = `before=${FIRST + middle * 10}`;
  return [
    ["first page", ""],
    ["from the middle", before],
    ["confirmed", "state=confirmed"],
    ["confirmed, from the middle", `state=confirmed&${before}`],
    ["ambiguous", "state=ambiguous"],
    ["failed, which none is", "state=failed"],
    ["swaps", "kind=swap"],
    ["swaps, from the middle", `kind=swap&${before}`],
    ["confirmed swaps", "kind=swap&state=confirmed"],
    ["of a person", `userId=${idOf(SOMEBODY)}`],
    ["of the house", "userId=0"],
    ["swaps of the house, which none is", "userId=0&kind=swap"],
    ["of a day", aDay()],
    ["swaps of a day", `kind=swap&${aDay()}`],
    ["of the house, of a day", `userId=0&${aDay()}`],
    ["by number", `exact=${FIRST + SOMEBODY}`],
    ["by hash", `exact=${paymentHash(SOMEBODY, 3)}`],
    ["by address", `exact=${addressOf(SOMEBODY)}`],
  ];
}

function depositsAsked(middle: number): Asked {
  return [
    ["first page", ""],
    ["from the middle", `before=${FIRST + middle}`],
    ["credited", "status=credited"],
    ["rejected, one in fifty", "status=rejected"],
    ["failed, which none is", "status=failed"],
    ["by one method", `method=${CASH_APP}`],
    ["by a method that none has", "method=other"],
    ["rejected, by one method", `status=rejected&method=${CASH_APP}`],
    ["of a person", `userId=${idOf(SOMEBODY)}`],
    ["of a day", aDay()],
    ["of the last days", aDay().replace(/&to.*/, "")],
    ["of a day on which there was none", "from=2020-01-01&to=2020-01-01"],
    ["rejected, of a day", `status=rejected&${aDay()}`],
  ];
}

function auditAsked(people: number, operatorId: number): Asked {
  return [
    ["first page", ""],
    // There are more rows than people.
    ["from the middle", `before=${people}`],
    ["signatures", "kind=sign"],
    ["what operators did", "kind=operate"],
    ["secrets kept", "kind=keep"],
    ["freezings", "act=freeze"],
    ["of an operator", `operator=${operatorId}`],
    ["an operator's freezings of a day", `operator=${operatorId}&act=freeze&${aDay()}`],
    ["about a person", `whom=${idOf(SOMEBODY)}`],
    ["about an address", `whom=${addressOf(SOMEBODY)}`],
    ["of a day", aDay()],
    ["signatures of a day", `kind=sign&${aDay()}`],
    ["of another operator", "operator=999999"],
    ["signatures of an operator, which none is", `kind=sign&operator=${operatorId}`],
    ["a person's number, searched", `find=${idOf(SOMEBODY)}`],
    ["an act, searched", "find=freeze"],
    ["what is nowhere, searched", "find=nowhere-at-all"],
  ];
}
