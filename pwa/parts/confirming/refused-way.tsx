import { later } from "#pwa/ui/later.tsx";

const IdentityWay = later(async () => (await import("#pwa/parts/identity/identity-way.tsx")).IdentityWay);

/** The way on from a refusal, by its code, where there is one: whoever has to show first who they are is led there. */
export function RefusedWay({ code }: { readonly code: string }) {
  return code.startsWith("kyc-required") ? <IdentityWay /> : null;
}
