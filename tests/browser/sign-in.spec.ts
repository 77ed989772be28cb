import { ADMIN, expect, newName, PASSWORD, register, signIn, test } from "./astrolabe.ts";

test("the form says what is wrong, at the field", async ({ astrolabe, page }) => {
  await page.goto(`${astrolabe.url}/auth`);
  await expect(page.getByText("Test network: this money is not real")).toBeVisible();
  await page.getByRole("button", { name: "Sign In", exact: true }).last().click();
  await expect(page.getByText("Username is required")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await page.getByRole("tab", { name: "Get Started" }).click();
  await page.getByLabel("Username").fill("someone");
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("1234567");
  await page.getByLabel("Confirm password").fill("12345678");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByText("Password must be at least 8 characters")).toBeVisible();
  await page.getByLabel("Email").fill("nobody@example.org");
  await page.getByLabel("Password", { exact: true }).fill("123456789");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
});

test("a wrong password is refused, a right one leads to the dashboard", async ({ astrolabe, page, context }) => {
  const name = newName("jo");
  await register(page, astrolabe, name);
  await expect(page.getByText("Account created successfully", { exact: true })).toBeVisible();
  await page.goto(`${astrolabe.url}/auth`);
  await page.waitForURL("**/dashboard");
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${astrolabe.url}/auth`);
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(`${PASSWORD}x`);
  await page.getByRole("button", { name: "Sign In", exact: true }).last().click();
  await expect(page.getByText("Login failed", { exact: true })).toBeVisible();
  await expect(page.getByText("Invalid username or password").first()).toBeVisible();
  await signIn(page, astrolabe, name);
  await expect(page.getByText("You have been successfully logged in.", { exact: true })).toBeVisible();
});

test("a change of screen leads whoever reads it to its heading, not to where its link was", async ({
  astrolabe,
  page,
}) => {
  await register(page, astrolabe, newName("focus"));
  for (const place of ["Assets", "Swap"]) {
    await page.getByRole("link", { name: place, exact: true }).locator("visible=true").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }
});

test("a forgotten password asks for an email and never tells whether it is known", async ({ astrolabe, page }) => {
  await page.goto(`${astrolabe.url}/auth`);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  const modal = page.getByRole("dialog", { name: "Reset Password" });
  await modal.getByLabel(/email/i).fill("not-an-address");
  await modal.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(modal.getByText("Please enter a valid email address")).toBeVisible();
  await modal.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expect(modal.getByLabel(/email/i)).toHaveValue("");
  await modal.getByLabel(/email/i).fill("nobody@example.org");
  await modal.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByText("Password Reset Email Sent")).toBeVisible();
  await expect(
    page.getByText("If an account exists with that email, you'll receive instructions to reset your password shortly."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Return to Login" }).click();
  await expect(modal).toBeHidden();
});

test("the Session Debug panel shows the raw answer", async ({ astrolabe, page }) => {
  await page.goto(`${astrolabe.url}/auth`);
  const panel = page.getByRole("complementary", { name: "Session Debug" });
  await panel.getByRole("button", { name: "Check Auth" }).click();
  await expect(panel).toContainText('"authenticated": false');
});

test("the Session Debug panel floats, and covers no field that has the focus", async ({ astrolabe, page }) => {
  await page.setViewportSize({ width: 390, height: 560 });
  await page.goto(`${astrolabe.url}/auth?tab=register`);
  const panel = page.getByRole("complementary", { name: "Session Debug" });
  await expect(panel.getByRole("button", { name: "Check Auth" })).toBeInViewport({ ratio: 1 });
  for (const label of ["Username", "Email", "Password", "Confirm password"]) {
    const field = page.getByLabel(label, { exact: true });
    await field.focus();
    const [above, below] = [await field.boundingBox(), await panel.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0), label).toBeLessThanOrEqual(below?.y ?? 0);
  }
});

test("only an admin gets past the admin sign-in", async ({ astrolabe, page, context }) => {
  const name = newName("kim");
  await register(page, astrolabe, name);
  await page.goto(`${astrolabe.url}/admin`);
  await expect(page.getByText("Restricted area - Authorized personnel only")).toBeVisible();
  await page.getByLabel(/admin username/i).fill(name);
  await page
    .getByLabel(/password/i)
    .first()
    .fill(PASSWORD);
  await page.getByRole("button", { name: "Access Admin Panel" }).click();
  await expect(page.getByText("Admin authentication failed. Please try again.")).toBeVisible();
  await expect(page.getByText("User does not have admin privileges", { exact: true })).toBeVisible();
  await context.clearCookies();
  await page.goto(`${astrolabe.url}/admin`);
  await page.getByLabel(/admin username/i).fill(ADMIN.username);
  await page
    .getByLabel(/password/i)
    .first()
    .fill(ADMIN.password);
  await page.getByRole("button", { name: "Access Admin Panel" }).click();
  await expect(page.getByText("Welcome to the admin control panel", { exact: true })).toBeVisible();
  await page.waitForURL("**/admin-dashboard");
  const menu = page.getByRole("navigation").getByRole("link");
  await expect(menu.locator("visible=true").first()).toBeVisible();
});

test("an admin who signs in finds nothing of who was here before", async ({ astrolabe, page, context }) => {
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ""));
  await register(page, astrolabe, newName("mo"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(async () => (await databases()).length).toBeGreaterThan(0);
  const former = await databases();
  // The session ran out, so what is on the device stays for whoever signs in next.
  await context.clearCookies();
  await page.goto(`${astrolabe.url}/admin`);
  expect(await databases()).toEqual(expect.arrayContaining(former));
  await page.getByLabel("Admin username").fill(ADMIN.username);
  await page.getByLabel("Admin password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Access Admin Panel" }).click();
  await page.waitForURL("**/admin-dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(async () => (await databases()).filter((name) => former.includes(name))).toEqual([]);
});

test("guards: a stranger is sent to sign in, an unknown path says so", async ({ astrolabe, page }) => {
  await page.goto(`${astrolabe.url}/dashboard`);
  await page.waitForURL("**/auth");
  await page.goto(`${astrolabe.url}/admin-dashboard`);
  await page.waitForURL("**/admin");
  await page.goto(`${astrolabe.url}/no-such-page`);
  await expect(page.getByText("404 Page Not Found")).toBeVisible();
  await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();
});

test("the theme is dark at first, toggles, and is kept", async ({ astrolabe, page }) => {
  await register(page, astrolabe, newName("lou"));
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
  expect(await isDark()).toBe(true);
  await page.getByRole("button", { name: "Switch to light mode" }).click();
  await expect.poll(isDark).toBe(false);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await isDark()).toBe(false);
});
