import { become, expect, newName, test } from "./astrolabe.ts";

test("a browser that keeps nothing is told of by name, and the server is not blamed for it", async ({
  astrolabe,
  page,
}) => {
  await become(page, astrolabe, newName("nora"));
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
  });
  await page.goto(`${astrolabe.url}/dashboard`);
  await expect(page.getByText("This browser does not let your data be kept on this device")).toBeVisible();
  await expect(page.getByText("The server does not answer")).toHaveCount(0);
});
