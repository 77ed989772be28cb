/** The forms in which Horizon answers; the first is meant where any will do. */
const FORMS = {
  "application/hal+json": "json",
  "application/json": "json",
  "text/event-stream": "stream",
  "application/octet-stream": "raw",
} as const;

export type Form = (typeof FORMS)[keyof typeof FORMS];

/** The form that an Accept header asks for most; undefined where it takes none of ours. */
export function negotiate(accept: string): Form | undefined {
  if (accept.trim() === "") return "json";
  const wanted = accept
    .split(",")
    .map((part) => {
      const [type = "", ...parameters] = part.trim().split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return { type: type.toLowerCase(), weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((left, right) => right.weight - left.weight || wildcards(left.type) - wildcards(right.type));
  for (const { type } of wanted) {
    for (const [form, kind] of Object.entries(FORMS)) if (matches(type, form)) return kind;
  }
  return undefined;
}

function wildcards(type: string): number {
  return type.split("*").length - 1;
}

function matches(wanted: string, form: string): boolean {
  const [group, name] = wanted.split("/");
  const [ours, own] = form.split("/");
  return (group === "*" || group === ours) && (name === "*" || name === own);
}
