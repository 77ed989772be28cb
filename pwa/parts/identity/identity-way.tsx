import { Trans } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { IDENTITY_PATH } from "./identity-paths.ts";
import { identitySearch } from "./identity-place.ts";

/** To showing who one is; from there it leads back here. */
export function IdentityWay() {
  const { pathname, searchStr } = useLocation();
  return (
    <Link
      to={IDENTITY_PATH}
      search={identitySearch(pathname + searchStr)}
      className="mt-1 flex min-h-6 w-fit items-center font-semibold underline underline-offset-4 pointer-coarse:min-h-11"
    >
      <Trans>Verify your identity</Trans>
    </Link>
  );
}
