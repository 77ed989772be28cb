import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Bookmark, Trash2 } from "lucide-react";
import { useState } from "react";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { formatList } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { SAVED_VIEWS_ENDPOINTS } from "#schemas/endpoints/saved-views.ts";
import { type SavedView, SaveViewInput, type ViewList, type ViewPlace } from "#schemas/saved-views.ts";
import { useAsk } from "./ask.ts";
import { AskedState } from "./asked-state.tsx";
import { useMay, useOwnRoles } from "./may.ts";

export interface ViewsProps {
  readonly list: ViewList;
  /** What of the address is saved: how the list is narrowed and shown, not where one stands in it. */
  readonly place: ViewPlace;
  /** Shows the list so. */
  readonly go: (place: ViewPlace) => void;
  /** What of a view this list does not know. */
  readonly unknownOf: (place: ViewPlace) => readonly string[];
}

/** Views of a list under names: one's own, and those that others share. */
export function SavedViews(props: ViewsProps) {
  const [isOpen, setOpen] = useState(false);
  const may = useMay();
  if (!may(SAVED_VIEWS_ENDPOINTS.views)) return null;
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t`Saved views`}
        title={t`Saved views`}
        onClick={() => setOpen(true)}
      >
        <Bookmark aria-hidden="true" className="size-4.5" />
      </Button>
      {isOpen ? <ViewsSheet {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ViewsSheet({ onClose, ...props }: ViewsProps & { readonly onClose: () => void }) {
  const { list, go, unknownOf } = props;
  const asked = useAsk(SAVED_VIEWS_ENDPOINTS.views, { query: { list } });
  const may = useMay();
  const views = asked.value?.views ?? [];
  const show = ({ place }: SavedView) => {
    const unknown = unknownOf(place);
    const names = formatList(unknown);
    if (unknown.length > 0)
      showToast({
        title: t`Part of this view is no longer known here`,
        description: t`Left out: ${names}. The saved view itself keeps it.`,
      });
    go(place);
    onClose();
  };
  return (
    <Sheet title={t`Saved views`} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <AskedState asked={asked}>
          {views.length === 0 ? (
            <p className="text-sm text-ink-3">{t`None is saved yet: narrow the list as you like it, and give that a name.`}</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line">
              {views.map((view) => (
                <ViewLine key={view.id} view={view} onShow={() => show(view)} onGone={asked.again} />
              ))}
            </ul>
          )}
        </AskedState>
        {may(SAVED_VIEWS_ENDPOINTS.saveView) ? <SaveForm {...props} views={views} onSaved={onClose} /> : null}
      </div>
    </Sheet>
  );
}

interface LineProps {
  readonly view: SavedView;
  readonly onShow: () => void;
  readonly onGone: () => void;
}

function ViewLine({ view: { id, name, isShared, isOwn, by }, onShow, onGone }: LineProps) {
  const isSuper = useOwnRoles().value?.roles.includes("super") ?? false;
  const action = useAction();
  const remove = () =>
    action.run(async () => {
      await call(SAVED_VIEWS_ENDPOINTS.removeView, { params: { id } });
      onGone();
    });
  return (
    <li className="flex flex-wrap items-center gap-2 py-1">
      <Button variant="link" size="inline" className="min-h-11 min-w-0 grow justify-start text-start" onClick={onShow}>
        <bdi dir="auto" className="break-words">
          {name}
        </bdi>
      </Button>
      {isShared ? <Badge>{isOwn ? t`Shared by you` : t`Shared by ${by}`}</Badge> : null}
      {isOwn || isSuper ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t`Forget the view ${name}`}
          disabled={action.isBusy}
          onClick={remove}
        >
          <Trash2 aria-hidden="true" className="size-4.5" />
        </Button>
      ) : null}
      {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
    </li>
  );
}

const FIELDS = ["name"];

function SaveForm({
  list,
  place,
  views,
  onSaved,
}: ViewsProps & { readonly views: readonly SavedView[]; readonly onSaved: () => void }) {
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const action = useAction(FIELDS);
  const queries = useQueryClient();
  const isThere = views.some((view) => view.isOwn && view.name === name.trim());
  function save() {
    const read = readForm(SaveViewInput, { list, name, place, isShared });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      await call(SAVED_VIEWS_ENDPOINTS.saveView, { body: read.value });
      await queries.invalidateQueries({ queryKey: [SAVED_VIEWS_ENDPOINTS.views.path] });
      showToast({ title: t`The view is saved` });
      onSaved();
    });
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label={t`Name of the view as it is shown now`}
        name="name"
        autoComplete="off"
        maxLength={60}
        {...(isThere && { hint: t`You have a view of this name: this one takes its place.` })}
        value={name}
        error={action.issues["name"]}
        onChange={(event) => setName(event.target.value)}
      />
      <SwitchField
        label={t`Share it`}
        hint={t`Every operator who may see this list finds it, with what is searched for in it.`}
        checked={isShared}
        onCheckedChange={setShared}
      />
      {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
      <Button type="submit" variant="secondary" className="self-start" loading={action.isBusy}>
        <Trans>Save the view</Trans>
      </Button>
    </form>
  );
}
