import { t } from "@lingui/core/macro";
import { ContentLink } from "#pwa/parts/content/content-link.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { isAtPlace, type Place, type PlaceGroup } from "./navigation.ts";

interface MoreSheetProps {
  readonly groups: readonly PlaceGroup[];
  readonly path: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Every place that the phone's bar has no room for. */
export function MoreSheet({ groups, path, open, onClose }: MoreSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={t({ message: "More", context: "the menu of all other places" })}>
      {groups.map((group) => (
        <div key={group.places[0]?.to} className="mb-4">
          <h3 className="pb-2 text-xs font-medium text-ink-3">{group.label}</h3>
          <ul className="grid grid-cols-2 gap-2">
            {group.places.map((place) => (
              <li key={place.to}>
                <MoreLink place={place} isCurrent={isAtPlace(path, place.to)} onLeave={onClose} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Sheet>
  );
}

interface MoreLinkProps {
  readonly place: Place;
  readonly isCurrent: boolean;
  readonly onLeave: () => void;
}

function MoreLink({ place, isCurrent, onLeave }: MoreLinkProps) {
  const Icon = place.icon;
  return (
    <ContentLink
      href={place.to}
      onClick={onLeave}
      aria-current={isCurrent ? "page" : undefined}
      className="flex min-h-12 items-center gap-2.5 rounded-md border border-line bg-surface-2 px-3 text-sm font-medium aria-[current]:text-accent"
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-ink-3" />
      <span className="min-w-0">{place.label}</span>
    </ContentLink>
  );
}
