import type { Check } from "#server/platform/checks/check.ts";

/** The checks, each resting upon all that it rests upon by way of others too. */
export function withReasons(checks: readonly Check[]): readonly Check[] {
  const direct = new Map(checks.map(({ id, dependsOn }) => [id, dependsOn]));
  return checks.map((check) => ({ ...check, dependsOn: reach(direct, check.id) }));
}

function reach(direct: ReadonlyMap<string, readonly string[]>, id: string): readonly string[] {
  const found = new Set<string>();
  const next = [...(direct.get(id) ?? [])];
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    // One that rests upon itself would never be made.
    if (found.has(name) || name === id) continue;
    found.add(name);
    next.push(...(direct.get(name) ?? []));
  }
  return [...found];
}
