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

/** The texts of a file that people would read in one language alone, each with its line. */
export function hardCoded(code: string, file: string): string[] {
  const found: string[] = [];
  const note = ({ start }: Node, text: string) => {
    const words = text.replace(/\s+/g, " ").trim();
    if (!LETTERS.test(words) || words.split(" ").every((word) => NAMES.test(word) && !/^[a-z]+$/.test(word))) return;
    found.push(`${file}:${code.slice(0, start).split("\n").length}: ${words}`);
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
