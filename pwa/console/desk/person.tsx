import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { PEOPLE_ENDPOINTS } from "#schemas/endpoints/people.ts";
import { useMay } from "./may.ts";
import { useName } from "./names.ts";

interface PersonProps {
  readonly id: number;
}

/** Somebody by their name, or as the books number them where that is not to be known. */
export function Person({ id }: PersonProps) {
  const name = useName(id);
  if (name === null) return <span className="numeric whitespace-nowrap">{t`User ${id}`}</span>;
  return (
    <bdi title={t`User ${id}`} className="min-w-0 truncate">
      {name}
    </bdi>
  );
}

/** The same, leading to their page for who may see it. */
export function PersonLink({ id }: PersonProps) {
  const may = useMay();
  if (!may(PEOPLE_ENDPOINTS.person)) return <Person id={id} />;
  return (
    <Link
      to="/admin-panel/$tab"
      params={{ tab: "people" }}
      search={{ open: id }}
      className="inline-flex max-w-full font-medium text-accent hover:underline"
    >
      <Person id={id} />
    </Link>
  );
}
