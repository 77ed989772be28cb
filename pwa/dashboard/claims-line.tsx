import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { PLACES } from "#pwa/parts/assets/place-words.ts";
import type { ClaimHolding } from "#pwa/parts/assets/whole.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { claimsWords } from "./claims-words.ts";

/** Money that waits for the person, and the way to it. */
export function ClaimsLine({ claims }: { readonly claims: readonly ClaimHolding[] }) {
  const words = claimsWords(claims);
  if (words === null) return null;
  const { to, hash } = PLACES.claims;
  return (
    <Notice>
      <span data-private="">{words}</span>{" "}
      <Button asChild variant="link" size="inline">
        <Link to={to} hash={hash}>
          <Trans>Claim it</Trans>
        </Link>
      </Button>
    </Notice>
  );
}
