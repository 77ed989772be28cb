import { Trans } from "@lingui/react/macro";

/** A sentence with a name and a link, for tests. */
export function MadeBy({ name }: { readonly name: string }) {
  return (
    <Trans>
      Made by {name}. <a href="/terms">Read more</a>
    </Trans>
  );
}
