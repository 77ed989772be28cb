import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from "react";
import { whenIdle } from "#pwa/platform/device/idle.ts";
import { clearStored } from "#pwa/platform/device/storage.ts";
import type { CarriedToast } from "#pwa/parts/toasts/carried-words.ts";
import { loadToastRegion } from "#pwa/parts/toasts/load-region.ts";
import { showToast, showToastAcrossLoad, type ToastMessage } from "#pwa/parts/toasts/toasts.ts";
import { USER_SEEN_WITHIN_MS, type UserOutput } from "#schemas/users.ts";
import { forgiveSignOut, isSignOutOwed, oweSignOut, settleSignOut } from "./owed-sign-out.ts";
import { DEVICE_KEYS } from "./kept-keys.ts";
import { placeFor } from "./guard-decisions.ts";
import { fetchUser, type Known, knownAtStart, removeOthers } from "./known-user.ts";
import { signedOutNote } from "./signed-out-note.ts";
import { dataOwner, rememberUser, REMEMBERED_USER_KEY } from "./remembered-user.ts";
import { wipeDevice } from "./wipe-device.ts";

/** How often it is asked who is signed in, as long as only the device says so; without a network not at all. */
const UNCONFIRMED_EVERY_MS = 5000;
const LOGOUT_REDIRECT_MS = 500;
const DRAWN_AT_MOST_MS = 1000;
const LOGOUT_FAILURE_REDIRECT_MS = 2000;
const USER_KEY = ["/api/user"];

const NOT_ENDED: ToastMessage = {
  get title() {
    return t`Logout issue`;
  },
  get description() {
    return t`There was an issue during logout, but we've cleared your local session. Redirecting to home page.`;
  },
  tone: "destructive",
};
export interface Session {
  readonly user: UserOutput | null;
  readonly isLoading: boolean;
  /** False while the user is only remembered by this device. */
  readonly isConfirmed: boolean;
  /** True while the server is being asked. */
  readonly isChecking: boolean;
  /** Whether this device holds data of somebody whose session has expired. */
  readonly hasFormerData: boolean;
  /** True from signing in or out until the page is left. */
  readonly isLeaving: boolean;
  /**
   * Lets in whomever `showWho` brings, says `welcome` and leaves by a full page load. What is owed of a former session is settled
   * first. Rejects with what `showWho` threw.
   */
  readonly enter: (showWho: () => Promise<UserOutput>, welcome: CarriedToast) => Promise<void>;
  /** Asks the server anew who is signed in; answers whether it says that somebody is. */
  readonly recheck: () => Promise<boolean>;
  /** Asks after something of the user was changed: at once, and again when the server tells of nothing before that any more. */
  readonly reread: () => Promise<void>;
  /** Ends the session here whatever the server says, and leaves. */
  readonly logout: () => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

/** The session of this device. Throws outside of {@link SessionProvider}. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("useSession must be used within a SessionProvider");
  return session;
}

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: USER_KEY,
    queryFn: ({ signal }) => fetchUser(signal),
    // A call that failed in the moment of reconnecting is followed by no other event that would have it made again.
    refetchInterval: ({ state }) => (state.data?.isConfirmed === false ? UNCONFIRMED_EVERY_MS : false),
  });
  const [atStart] = useState(knownAtStart);
  const [isLeaving, setLeaving] = useState(false);
  const known = query.data ?? atStart;
  useRecheckOnline(known?.isConfirmed === false, query.refetch);
  useLeaveWithOtherTabs(known?.user != null && !isLeaving);

  const enter = useCallback(
    async (showWho: () => Promise<UserOutput>, welcome: CarriedToast) => {
      await settleIfOwed();
      const user = await showWho();
      showToastAcrossLoad(welcome);
      setLeaving(true);
      forgiveSignOut();
      signedOutNote.drop();
      await removeOthers(user.id);
      rememberUser(user);
      queries.setQueryData<Known>(USER_KEY, { user, isConfirmed: true });
      location.assign(placeFor(user, location.search));
    },
    [queries],
  );

  const recheck = useCallback(async () => {
    // A first answer that is still on its way may have been given before what is asked about.
    await queries.cancelQueries({ queryKey: USER_KEY });
    await queries.refetchQueries({ queryKey: USER_KEY });
    const asked = queries.getQueryData<Known>(USER_KEY);
    return asked?.isConfirmed === true && asked.user !== null;
  }, [queries]);

  const reread = useCallback(async () => {
    await recheck();
    setTimeout(() => void recheck(), USER_SEEN_WITHIN_MS);
  }, [recheck]);

  const userId = known?.user?.id;
  const logout = useCallback(async () => {
    setLeaving(true);
    // It is to be seen before the page is left.
    const drawing = loadToastRegion();
    // Noted first: a page that is closed meanwhile must not be signed in again the next time.
    oweSignOut();
    await queries.cancelQueries({ queryKey: USER_KEY });
    const isAccepted = await settleSignOut();
    const isWiped = await wipeDevice(userId ?? null);
    await drawing;
    queries.setQueryData<Known>(USER_KEY, { user: null, isConfirmed: isAccepted });
    // What went well is said on the next page, too: nobody reads it in the moment until this one is left.
    if (isWiped && !isAccepted) showToast(NOT_ENDED);
    else showToastAcrossLoad(isWiped ? "signed-out" : "not-wiped");
    const isFine = isAccepted && isWiped;
    // Screens are taken down meanwhile: on a slow phone that alone may last as long as the message stands.
    await whenIdle(DRAWN_AT_MOST_MS);
    setTimeout(leaveForStart, isFine ? LOGOUT_REDIRECT_MS : LOGOUT_FAILURE_REDIRECT_MS);
  }, [queries, userId]);

  const user = known?.user ?? null;
  const isKnown = known !== undefined;
  const isConfirmed = known?.isConfirmed ?? false;
  const session = useMemo<Session>(
    () => ({
      user,
      isLoading: !isKnown,
      isConfirmed,
      isChecking: query.isFetching,
      hasFormerData: isKnown && user === null && !isLeaving && dataOwner() !== null,
      isLeaving,
      enter,
      recheck,
      reread,
      logout,
    }),
    [user, isKnown, isConfirmed, query.isFetching, isLeaving, enter, recheck, reread, logout],
  );
  // Who asks are most screens: drawn anew for it, they give way to what a person does.
  return <SessionContext value={useDeferredValue(session)}>{children}</SessionContext>;
}

function leaveForStart(): void {
  // Again: an answer that came meanwhile may have left a draft.
  clearStored(DEVICE_KEYS);
  location.assign("/");
}

/** The former session ends before the next one begins; where that fails, the next one takes its place. */
async function settleIfOwed(): Promise<void> {
  if (isSignOutOwed()) await settleSignOut();
}

/** Asks again when the network returns, while only the device vouches for the user. */
function useRecheckOnline(isWanted: boolean, recheck: () => unknown): void {
  useEffect(() => {
    if (!isWanted) return;
    const ask = () => void recheck();
    addEventListener("online", ask);
    return () => removeEventListener("online", ask);
  }, [isWanted, recheck]);
}

/** Signing out in one tab takes the others along: nothing of the person stays on a screen. */
function useLeaveWithOtherTabs(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const follow = (event: StorageEvent) => {
      if (event.key === REMEMBERED_USER_KEY && event.newValue === null) location.assign("/");
    };
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, [isSignedIn]);
}
