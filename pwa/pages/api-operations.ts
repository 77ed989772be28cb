const METHODS = ["get", "post", "put", "delete"] as const;

export interface ApiOperation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** The scopes any one of which lets an API key call it; none where no key may. */
  readonly scopes: readonly string[];
  /** The call as a command line against `origin`. */
  readonly curl: (origin: string) => string;
}

/** The operations of an OpenAPI document, in its order; nothing for what is no such document. */
export function operationsOf(document: unknown): ApiOperation[] {
  return entries(field(document, "paths")).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = field(item, method);
      if (operation === undefined) return [];
      const summary = field(operation, "summary");
      const scopes = scopesOf(operation);
      const hasBody = field(operation, "requestBody") !== undefined;
      return [
        {
          method: method.toUpperCase(),
          path,
          summary: typeof summary === "string" ? summary : "",
          scopes,
          curl: (origin: string) =>
            scopes.length > 0
              ? keyLine(method.toUpperCase(), `${origin}${path}`, hasBody)
              : curlLine(method.toUpperCase(), `${origin}${path}`, origin, hasBody),
        },
      ];
    }),
  );
}

function scopesOf(operation: unknown): string[] {
  const ways = field(operation, "security");
  if (!Array.isArray(ways)) return [];
  const scopes = ways.flatMap((way: unknown): unknown => field(way, "apiKey") ?? []);
  return scopes.filter((scope): scope is string => typeof scope === "string");
}

function keyLine(method: string, url: string, hasBody: boolean): string {
  const parts = ["curl", `-H "Authorization: Bearer $ASTROLABE_KEY"`];
  if (hasBody) parts.push("-H 'Content-Type: application/json'", "-d @body.json");
  else if (method !== "GET") parts.push(`-X ${method}`);
  return [...parts, `'${url}'`].join(" ");
}

function curlLine(method: string, url: string, origin: string, hasBody: boolean): string {
  const parts = ["curl", "-b cookies.txt -c cookies.txt"];
  // A state-changing request without the site's own origin is refused.
  if (method !== "GET") parts.push(`-X ${method}`, `-H 'Origin: ${origin}'`);
  if (hasBody) parts.push("-H 'Content-Type: application/json'", "-d @body.json");
  return [...parts, `'${url}'`].join(" ");
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
