import type { Entry } from "./api-reference.ts";

export const SAMPLES = ["curl", "fetch", "socket"] as const;
export type SampleKind = (typeof SAMPLES)[number];

/** The languages in which an entry is shown. */
export function samplesOf({ kind }: Entry): readonly SampleKind[] {
  return kind === "call" ? ["curl", "fetch"] : kind === "row" ? [] : ["socket"];
}

/** An entry as a program writes it, against `origin`. */
export function sampleOf(entry: Entry, kind: SampleKind, origin: string): string {
  switch (kind) {
    case "curl":
      return curlOf(entry, origin);
    case "fetch":
      return fetchOf(entry, origin);
    case "socket":
      return socketOf(entry);
  }
}

/** The path of a call with these values in its places, and with those of its query that there are. */
export function pathWith({ title, parameters }: Entry, values: Readonly<Record<string, string>>): string {
  const valueOf = (name: string) => values[name] ?? "";
  const path = title.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)));
  const query = parameters.filter(({ name, place }) => place === "query" && valueOf(name) !== "");
  const search = new URLSearchParams(query.map(({ name }) => [name, valueOf(name)])).toString();
  return search === "" ? path : `${path}?${search}`;
}

/** What a call is shown with: its places and what its query needs. */
function exampleValues({ parameters }: Entry): Record<string, string> {
  const shown = parameters.filter(({ place, isRequired }) => place === "path" || isRequired);
  return Object.fromEntries(shown.map(({ name, example }) => [name, String(example ?? "")]));
}

function curlOf(entry: Entry, origin: string): string {
  const { method, scopes, body } = entry;
  const asKey = scopes.length > 0;
  const parts = [asKey ? `-H "Authorization: Bearer $ASTROLABE_KEY"` : "-b cookies.txt -c cookies.txt"];
  if (method !== "GET" && (body === null || method !== "POST")) parts.unshift(`-X ${method}`);
  // A state-changing request of a session without the site's own origin is refused.
  if (method !== "GET" && !asKey) parts.push(`-H 'Origin: ${origin}'`);
  if (body !== null) parts.push(`-H 'Content-Type: ${body.media ?? "application/json"}'`, ...dataOf(entry));
  return ["curl", ...parts, `'${origin}${pathWith(entry, exampleValues(entry))}'`]
    .join(" \\\n  ")
    .replace("curl \\\n  ", "curl ");
}

function dataOf({ body }: Entry): string[] {
  if (body?.media !== null) return ["--data-binary @part.bin"];
  return [`-d '${pretty(body.example).replaceAll("'", String.raw`'\''`)}'`];
}

function fetchOf(entry: Entry, origin: string): string {
  const { method, scopes, body } = entry;
  const headers = [
    ...(scopes.length > 0 ? ["Authorization: `Bearer ${key}`"] : []),
    ...(body === null ? [] : [`"Content-Type": ${JSON.stringify(body.media ?? "application/json")}`]),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(scopes.length > 0 ? [] : [`credentials: "include"`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(", ")} }`] : []),
    ...(body === null ? [] : [`body: ${body.media === null ? `JSON.stringify(${pretty(body.example)})` : "bytes"}`]),
  ].map((option) => `  ${option.replaceAll("\n", "\n  ")},`);
  const url = JSON.stringify(`${origin}${pathWith(entry, exampleValues(entry))}`);
  const asked = options.length === 0 ? `fetch(${url})` : `fetch(${url}, {\n${options.join("\n")}\n})`;
  return `const response = await ${asked};\nconst answer = await response.${entry.answer?.media === null ? "json" : "blob"}();`;
}

function socketOf({ kind, title, body }: Entry): string {
  const name = JSON.stringify(title);
  if (kind === "told") return `socket.on(${name}, (${body === null ? "" : "message"}) => { … });`;
  return `const answer = await socket.emitWithAck(${name}, ${pretty(body?.example ?? {})});`;
}

export function pretty(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
