import { parseAst } from "vite";

/** Attributes, and properties of tables and messages, whose texts people read. */
const READ =
  /^(?:label|title|description|hint|placeholder|alt|caption|summary|heading|prompt|note|aria-(?:label|description|roledescription|valuetext|placeholder))$/;
/** What is inside of them goes through the catalogues. */
const WORDED = /^(?:Trans|Plural|Select|SelectOrdinal)$/;
/** Two letters beside each other; what has none is a sign. */
const LETTERS = /\p{L}{2}/u;
/** Names, units and addresses, which are the same in every language. */
const NAMES =
  /^(?:[A-Z0-9]{2,6}|[a-z]+|©|Astrolabe|example\.org|Stellar|GitHub|LinkedIn|Telegram|Twitter|CoinGecko|Horizon|Soroban|Pinata|MongoDB|RxDB|\S*[/@*:]\S*)$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Three words beside each other, of letters alone: lists of class names and keys have other signs in them. */
const SENTENCE = /(?:^|[\s“"(])(?:\p{L}[\p{L}'’]*[,:;]? ){2,}\p{L}[\p{L}'’]*(?:[.,:;!?”")\s]|$)/u;
const SELECTOR = /^(?:button|input|select|textarea|\S*\[.*)$/;
/** What is told to programmers and their logs, and the app's own way of naming a part of itself there. */
const TOLD_ELSEWHERE = /^(?:logProblem|loadAgain|whenLeaving|matchMedia|classNames)$/;
const FAULT = /(?:Error|Held|Broken|Confirmed)$/;
/** What words a sentence in the language of the moment. */
const WORDING = /^(?:t|plural|select|selectOrdinal)$/;

/** The texts of a file that people would read in one language alone, each with its line. `isToldElsewhere` is of files whose sentences no screen shows. */
export function hardCoded(code: string, file: string, isToldElsewhere = false): string[] {
  const sentences = isToldElsewhere ? [] : sentencesIn(code, file);
  return [...new Set([...shownTexts(code, file), ...sentences, ...wordedOnce(code, file)])];
}

/** Whole sentences, wherever they stand. */
function sentencesIn(code: string, file: string): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isNode(value) || /^(?:ImportDeclaration|TS(?!As|Satisfies|NonNull).*)$/.test(value.type)) return;
    const called = nameOf(value["callee"] ?? value["tag"]);
    if (WORDING.test(called) || TOLD_ELSEWHERE.test(called)) return;
    const isFault = value.type === "NewExpression" ? FAULT.test(called) : get(value, "callee", "type") === "Super";
    if (isFault) return;
    if (value.type === "JSXElement" && WORDED.test(nameOf(get(value, "openingElement", "name")))) return;
    if (value.type === "JSXAttribute" && nameOf(value["name"]) === "className") return;
    const isText = (value.type === "Literal" && typeof value["value"] === "string") || value.type === "TemplateLiteral";
    if (isText && isSentence(textOf(value))) found.push(`${file}:${lineOf(code, value)}: ${tidy(textOf(value))}`);
    for (const each of Object.values(value)) walk(each);
  };
  walk(parseAst(code, { lang: "tsx" }));
  return found;
}

function isSentence(text: string): boolean {
  const words = tidy(text).split(/[\s,]+/);
  return SENTENCE.test(text) && words.filter((word) => LETTERS.test(word) && !SELECTOR.test(word)).length >= 2;
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Sentences that are worded when the file is read, and stay as they are when the language changes. */
function wordedOnce(code: string, file: string): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isNode(value) || /Function/.test(value.type)) return;
    const isWorded =
      WORDING.test(nameOf(value["callee"] ?? value["tag"])) ||
      (value.type === "JSXElement" && WORDED.test(nameOf(get(value, "openingElement", "name"))));
    if (isWorded) found.push(`${file}:${lineOf(code, value)}: worded once, when the file is read`);
    else for (const each of Object.values(value)) walk(each);
  };
  walk(parseAst(code, { lang: "tsx" }));
  return found;
}

function lineOf(code: string, { start }: Node): number {
  return code.slice(0, start).split("\n").length;
}

function shownTexts(code: string, file: string): string[] {
  const found: string[] = [];
  const note = (node: Node, text: string) => {
    const words = tidy(text);
    if (!LETTERS.test(words) || words.split(" ").every((word) => NAMES.test(word) && !/^[a-z]+$/.test(word))) return;
    found.push(`${file}:${lineOf(code, node)}: ${words}`);
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isNode(value)) return;
    if (value.type === "JSXElement" && WORDED.test(nameOf(get(value, "openingElement", "name")))) return;
    if (value.type === "JSXText") note(value, String(value["value"]));
    if (value.type === "JSXExpressionContainer")
      textsOf(value["expression"]).forEach((node) => note(node, textOf(node)));
    if (value.type === "JSXAttribute") return walkNamed(nameOf(value["name"]), value["value"]);
    if (value.type === "Property") return walkNamed(nameOf(value["key"]), value["value"]);
    for (const each of Object.values(value)) walk(each);
  };
  const walkNamed = (name: string, value: unknown): void => {
    if (READ.test(name)) textsOf(value).forEach((node) => note(node, textOf(node)));
    if (isNode(value) && value.type === "JSXExpressionContainer") walk(value["expression"]);
    else walk(value);
  };
  walk(parseAst(code, { lang: "tsx" }));
  return found;
}

/** The literal texts that an expression may come to. */
function textsOf(value: unknown): readonly Node[] {
  if (!isNode(value)) return [];
  if (value.type === "Literal" && typeof value["value"] === "string") return [value];
  if (value.type === "TemplateLiteral") return [value];
  if (value.type === "JSXExpressionContainer") return textsOf(value["expression"]);
  if (value.type === "ConditionalExpression") return [value["consequent"], value["alternate"]].flatMap(textsOf);
  if (value.type === "LogicalExpression") return [value["left"], value["right"]].flatMap(textsOf);
  return [];
}

function textOf(node: Node): string {
  if (node.type === "Literal") return String(node["value"]);
  const { quasis } = { quasis: node["quasis"] };
  return Array.isArray(quasis) ? quasis.map((each) => String(get(each, "value", "cooked"))).join(" ") : "";
}

function nameOf(value: unknown): string {
  if (!isNode(value)) return "";
  return String(value["name"] ?? value["value"] ?? "");
}

function get(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
