import { t } from "@lingui/core/macro";

/** Somebody as the books number them. */
export function Person({ id }: { readonly id: number }) {
  return <span className="numeric whitespace-nowrap">{t`User ${id}`}</span>;
}
