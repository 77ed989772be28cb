import { CircleUser } from "lucide-react";
import { Identicon } from "#pwa/ui/identicon.tsx";
import type { UserOutput } from "#schemas/users.ts";
import { usePicture } from "./use-picture.ts";

const SIDES = { sm: "size-6", lg: "size-16" } as const;

/** The person's picture, round; a sign in its place where there is none. Says nothing to screen readers: the name stands beside it. */
export function Portrait({ user, size }: { readonly user: UserOutput; readonly size: keyof typeof SIDES }) {
  const picture = usePicture(user);
  if (picture !== null)
    return <img src={picture} alt="" className={`${SIDES[size]} shrink-0 rounded-full object-cover`} />;
  if (size === "sm") return <CircleUser aria-hidden="true" className="size-5 shrink-0" />;
  return <Identicon address={user.walletAddress ?? user.uniqueUserId} size="lg" />;
}
