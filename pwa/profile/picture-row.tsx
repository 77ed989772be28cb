import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { ImageUp, Trash2 } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { PROFILE_ENDPOINTS } from "#schemas/endpoints/profile.ts";
import type { PictureOutput } from "#schemas/profile.ts";
import type { UserOutput } from "#schemas/users.ts";
import { Portrait } from "./portrait.tsx";
import { shrinkPicture } from "./shrink-picture.ts";
import { pictureKey } from "./use-picture.ts";

/** Who the person is at a glance, and how they change the picture of themselves. */
export function PictureRow({ user, canChange }: { readonly user: UserOutput; readonly canChange: boolean }) {
  const { reread } = useSession();
  const queries = useQueryClient();
  const action = useAction();
  const input = useRef<HTMLInputElement>(null);
  const isFixed = !canChange || action.isBusy;

  async function take(answer: PictureOutput, title: string) {
    queries.setQueryData(pictureKey(answer.id), answer);
    await reread();
    showToast({ title });
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // The same file may be chosen again, after it was refused.
    event.target.value = "";
    if (file === undefined) return;
    action.run(async () => {
      const image = await shrinkPicture(file).catch(() => null);
      if (image === null)
        return action.refuse(
          {},
          t`That file could not be read as a picture. Choose a photo or a drawing in JPEG, PNG or WebP.`,
        );
      await take(await call(PROFILE_ENDPOINTS.setPicture, { body: { image } }), t`Your picture is changed`);
    });
  }

  const remove = () =>
    action.run(async () => take(await call(PROFILE_ENDPOINTS.removePicture, {}), t`Your picture is removed`));

  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Portrait user={user} size="lg" />
        <div data-private="" className="min-w-0 grow basis-32">
          <p className="text-base font-semibold break-words">{user.username}</p>
          <p className="text-sm break-words text-ink-2">{user.email}</p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <input ref={input} type="file" accept="image/*" hidden aria-label={t`Picture of yourself`} onChange={choose} />
        <Button variant="secondary" size="sm" disabled={isFixed} onClick={() => input.current?.click()}>
          <ImageUp aria-hidden="true" className="size-4" />
          {user.pictureId === undefined ? t`Add a picture` : t`Change picture`}
        </Button>
        {user.pictureId === undefined ? null : (
          <Button variant="ghost" size="sm" disabled={isFixed} onClick={remove}>
            <Trash2 aria-hidden="true" className="size-4" />
            <Trans>Remove picture</Trans>
          </Button>
        )}
      </div>
      {action.notice === null ? null : (
        <div className="mt-3">
          <Notice tone="error">{action.notice}</Notice>
        </div>
      )}
    </div>
  );
}
