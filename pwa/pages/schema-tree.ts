import { isObject, type Json, listIn, objectIn, textIn, textsIn } from "./read-json.ts";

/** A field of what is sent or answered, or one of the forms it may have. */
export interface SchemaNode {
  readonly name: string;
  readonly isRequired: boolean;
  /** What it is, in the words of JSON Schema: `string`, `array of object`, `string | null`. */
  readonly type: string;
  readonly description: string;
  /** What it is bound to: its values, its pattern, its length. */
  readonly bounds: readonly string[];
  readonly children: () => readonly SchemaNode[];
}

/** The fields of a schema; of one that is one of several forms, those forms. */
export function nodesOf(schema: Json, components: Json): readonly SchemaNode[] {
  const { shape } = bare(schema, components);
  if (isObject(shape["properties"])) {
    const required = textsIn(shape, "required");
    return Object.entries(objectIn(shape, "properties")).map(([name, each]) =>
      nodeOf(name, required.includes(name), isObject(each) ? each : {}, components),
    );
  }
  const forms = formsOf(shape);
  if (forms.length > 1) return forms.map((form) => nodeOf(nameOfForm(form, components), false, form, components));
  const places = tupleOf(shape);
  if (places.length > 0) return places.map((each, at) => nodeOf(`[${at}]`, true, each, components));
  if (isObject(shape["items"])) return nodesOf(shape["items"], components);
  if (isObject(shape["additionalProperties"]))
    return [nodeOf("{name}", false, shape["additionalProperties"], components)];
  return [];
}

function nodeOf(name: string, isRequired: boolean, schema: Json, components: Json): SchemaNode {
  const { shape } = bare(schema, components);
  return {
    name,
    isRequired,
    type: typeOf(schema, components),
    description: textIn(shape, "description"),
    bounds: boundsOf(isObject(shape["items"]) ? bare(shape["items"], components).shape : shape),
    children: () => nodesOf(schema, components),
  };
}

/** A schema behind its reference, and whether it may be null instead. */
function bare(schema: Json, components: Json): { readonly shape: Json; readonly isNullable: boolean } {
  const reference = textIn(schema, "$ref");
  if (reference !== "") return bare(objectIn(components, reference.split("/").at(-1) ?? ""), components);
  const forms = listIn(schema, "anyOf").filter(isObject);
  const others = forms.filter((form) => form["type"] !== "null");
  if (others.length === forms.length || others.length === 0) return { shape: schema, isNullable: false };
  const [only] = others;
  if (others.length === 1 && only !== undefined) return { shape: bare(only, components).shape, isNullable: true };
  return { shape: { ...schema, anyOf: others }, isNullable: true };
}

export function typeOf(schema: Json, components: Json): string {
  const { shape, isNullable } = bare(schema, components);
  return isNullable ? `${plainType(shape, components)} | null` : plainType(shape, components);
}

function plainType(shape: Json, components: Json): string {
  if (formsOf(shape).length > 1) {
    const types = new Set(formsOf(shape).map((form) => typeOf(form, components)));
    return [...types].join(" | ");
  }
  if (tupleOf(shape).length > 0) return "tuple";
  if (isObject(shape["items"])) return `array of ${typeOf(shape["items"], components)}`;
  const type = textIn(shape, "type") || textsIn(shape, "type").join(" | ");
  if (type !== "") return type;
  if ("const" in shape) return typeof shape["const"];
  return "enum" in shape ? "string" : "any";
}

function formsOf(shape: Json): readonly Json[] {
  return [...listIn(shape, "anyOf"), ...listIn(shape, "oneOf")].filter(isObject);
}

function tupleOf(shape: Json): readonly Json[] {
  return [...listIn(shape, "prefixItems"), ...listIn(shape, "items")].filter(isObject);
}

/** What tells a form from the others: the values that are fixed in it. */
function nameOfForm(form: Json, components: Json): string {
  const fixed = Object.entries(objectIn(bare(form, components).shape, "properties")).flatMap(([name, each]) =>
    isObject(each) && "const" in each ? [`${name}: ${String(each["const"])}`] : [],
  );
  return fixed[0] ?? typeOf(form, components);
}

const BOUNDS = ["format", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"] as const;

function boundsOf(shape: Json): string[] {
  const values = "const" in shape ? [shape["const"]] : listIn(shape, "enum");
  const bounds = BOUNDS.filter((name) => name in shape && !(name === "pattern" && "format" in shape));
  return [
    ...(values.length > 0 ? [values.map((each) => JSON.stringify(each)).join(" ")] : []),
    ...bounds.map((name) => `${name}: ${String(shape[name])}`),
  ];
}
