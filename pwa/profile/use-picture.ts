import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { keepAnswer, readKeptAnswer } from "#pwa/parts/answers/kept-answer.ts";
import { PROFILE_ENDPOINTS } from "#schemas/endpoints/profile.ts";
import { PictureOutput } from "#schemas/profile.ts";
import type { UserOutput } from "#schemas/users.ts";

const { path } = PROFILE_ENDPOINTS.picture;

/** By which a picture is known to the app; another one has another key. */
export function pictureKey(pictureId: string | null): readonly unknown[] {
  return [path, pictureId];
}

/** The person's picture as a URL, kept on the device; null where there is none, or it has not come yet. */
export function usePicture({ id: userId, pictureId: shown }: UserOutput): string | null {
  const pictureId = shown ?? null;
  const [kept] = useState(() => readKeptAnswer(userId, path, PictureOutput));
  const isKept = kept !== null && kept.value.id === pictureId;
  const { data } = useQuery({
    queryKey: pictureKey(pictureId),
    queryFn: ({ signal }) => call(PROFILE_ENDPOINTS.picture, { signal }),
    enabled: pictureId !== null && !isKept,
  });
  useEffect(() => {
    if (data !== undefined) keepAnswer(userId, path, data, nowMs());
  }, [data, userId]);
  if (pictureId === null) return null;
  return (isKept ? kept.value : data)?.image ?? null;
}
