import type { Runtime } from "#server/platform/http/runtime.ts";

/** As whom we ask for passkeys: the host that people reach us under, and the only origin whose answers count. */
export function relyingParty({ publicUrl }: Pick<Runtime["config"], "publicUrl">): {
  readonly rpID: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, origin };
}
