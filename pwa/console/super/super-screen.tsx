import { t } from "@lingui/core/macro";
import { Link, Navigate, useParams } from "@tanstack/react-router";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay, useOwnRoles } from "#pwa/console/desk/may.ts";
import { classNames } from "#pwa/ui/class-names.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { SUPER_SECTIONS } from "./sections.ts";

/** What the service itself is set to. */
export function SuperScreen() {
  const own = useOwnRoles();
  const may = useMay();
  const { tab: asked }: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const sections = SUPER_SECTIONS.filter(({ reads }) => may(reads));
  const section = sections.find(({ name }) => name === asked);
  const [first] = sections;
  usePageTitle(section?.label ?? t`System`);
  if (own.value === null) return <AskedState asked={own}>{null}</AskedState>;
  if (first === undefined) return <Notice>{t`Your account has no part in this console.`}</Notice>;
  if (section === undefined) return <Navigate to="/admin-super/$tab" params={{ tab: first.name }} replace />;
  return (
    <div className="mx-auto w-full max-w-[110rem] px-4 py-4 sm:px-6">
      <header className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <h1 className="text-xl font-semibold">{t`System`}</h1>
        <nav aria-label={t`Parts of the console`} className="-mx-4 max-w-[100vw] min-w-0 overflow-x-auto px-4">
          <ul className="flex gap-1">
            {sections.map(({ name, label }) => (
              <li key={name}>
                <Link
                  to="/admin-super/$tab"
                  params={{ tab: name }}
                  aria-current={name === section.name ? "page" : undefined}
                  className={classNames(
                    "inline-flex min-h-9 items-center rounded-md px-3 text-sm font-medium whitespace-nowrap pointer-coarse:min-h-11",
                    name === section.name ? "bg-accent-soft text-accent" : "text-ink-2 hover:bg-surface-2",
                  )}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <section.Section key={section.name} />
    </div>
  );
}
