import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { loginFailure, registerFailure } from "#pwa/auth/failure-messages.ts";
import { call, callOrNull } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { showToast, showToastAcrossLoad } from "#pwa/toasts/toasts.ts";
import type { LoginInput, RegisterInput } from "#schemas/auth.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { UserOutput } from "#schemas/users.ts";
import { homeOf } from "./guard-decisions.ts";
import { forgetSentTheme } from "./theme.ts";
import { forgetUser, rememberedUser, rememberUser } from "./remembered-user.ts";

const LOGOUT_REDIRECT_MS = 500;
const LOGOUT_FAILURE_REDIRECT_MS = 2000;
const USER_KEY = ["/api/user"];

export interface Session {
  readonly user: UserOutput | null;
  readonly isLoading: boolean;
  /** False while the user is only remembered by this device. */
  readonly isConfirmed: boolean;
  /** True while the server is being asked. */
  readonly isChecking: boolean;
  /** True from signing in or out until the page is left. */
  readonly isLeaving: boolean;
  /** Signs in and leaves by a full page load; rejects, after its toast, when refused. */
  readonly login: (input: LoginInput) => Promise<void>;
  readonly register: (input: RegisterInput) => Promise<void>;
  /** Ends the session here whatever the server says, and leaves. */
  readonly logout: () => Promise<void>;
}

interface Known {
  readonly user: UserOutput | null;
  readonly isConfirmed: boolean;
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
  const query = useQuery({ queryKey: USER_KEY, queryFn: fetchUser });
  const [remembered] = useState(rememberedUser);
  const [isLeaving, setLeaving] = useState(false);
  const known: Known | undefined =
    query.data ?? (remembered === null ? undefined : { user: remembered, isConfirmed: false });
  useRecheckOnline(known?.isConfirmed === false, query.refetch);

  const enter = useCallback(
    (user: UserOutput) => {
      setLeaving(true);
      rememberUser(user);
      queries.setQueryData<Known>(USER_KEY, { user, isConfirmed: true });
      location.assign(homeOf(user));
    },
    [queries],
  );

  const login = useCallback(
    async (input: LoginInput) => {
      try {
        const user = await call(ENDPOINTS.login, { body: input });
        showToastAcrossLoad({ title: "Login successful", description: "You have been successfully logged in." });
        enter(user);
      } catch (error) {
        showToast({ title: "Login failed", description: loginFailure(error), tone: "destructive" });
        throw error;
      }
    },
    [enter],
  );

  const register = useCallback(
    async (input: RegisterInput) => {
      try {
        const user = await call(ENDPOINTS.register, { body: input });
        showToastAcrossLoad({
          title: "Account created successfully",
          description: "Your account has been created and you are now logged in.",
        });
        enter(user);
      } catch (error) {
        showToast({ title: "Registration failed", description: registerFailure(error), tone: "destructive" });
        throw error;
      }
    },
    [enter],
  );

  const userId = known?.user?.id;
  const logout = useCallback(async () => {
    setLeaving(true);
    const isAccepted = await endOnServer();
    await wipeDevice(userId);
    queries.setQueryData<Known>(USER_KEY, { user: null, isConfirmed: true });
    if (isAccepted) {
      showToast({ title: "Logged out successfully", description: "You have been logged out of your account." });
    } else {
      showToast({
        title: "Logout issue",
        description:
          "There was an issue during logout, but we've cleared your local session. Redirecting to home page.",
        tone: "destructive",
      });
    }
    setTimeout(() => location.assign("/"), isAccepted ? LOGOUT_REDIRECT_MS : LOGOUT_FAILURE_REDIRECT_MS);
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
      isLeaving,
      login,
      register,
      logout,
    }),
    [user, isKnown, isConfirmed, query.isFetching, isLeaving, login, register, logout],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Asks the server who is signed in; without an answer the device's own memory stands. */
async function fetchUser(): Promise<Known> {
  // A guest's 401 would stand in the browser's log as an error, so a device that knows nobody asks more gently first.
  if (rememberedUser() === null && !(await fetchAuthStatus()).authenticated) return { user: null, isConfirmed: true };
  try {
    const user = await callOrNull(ENDPOINTS.user, {});
    if (user === null) forgetUser();
    else rememberUser(user);
    return { user, isConfirmed: true };
  } catch (error) {
    logProblem("The session could not be checked", error);
    return { user: rememberedUser(), isConfirmed: false };
  }
}

async function fetchAuthStatus(): Promise<{ authenticated: boolean; sessionID: string }> {
  try {
    return await call(ENDPOINTS.authStatus, {});
  } catch (error) {
    logProblem("The auth status could not be read", error);
    return { authenticated: false, sessionID: "error" };
  }
}

async function endOnServer(): Promise<boolean> {
  try {
    await call(ENDPOINTS.logout, {});
    return true;
  } catch (error) {
    logProblem("The server did not end the session", error);
    // The answer's text does not matter, only that it was a yes.
    return !(error instanceof HttpError || error instanceof TypeError);
  }
}

/** Leaves nothing of the user on this device, offline too. */
async function wipeDevice(userId: number | undefined): Promise<void> {
  forgetUser();
  forgetSentTheme();
  if (userId === undefined) return;
  try {
    const { removeUserDatabase } = await import("#pwa/platform/db/remove-user-database.ts");
    await removeUserDatabase(userId);
  } catch (error) {
    logProblem("The device's database could not be removed", error);
  }
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
