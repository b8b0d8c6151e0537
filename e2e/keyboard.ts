import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the menu of a button and chooses from it by the keyboard alone. */
export async function chooseByKeyboard(page: Page, menuButton: Locator, item: string): Promise<void> {
  await menuButton.focus()
  await page.keyboard.press('Enter')
  // the opened menu takes the focus a moment later, also from an item that has it by then
  await expect(page.getByRole('menu').locator(':focus')).toBeAttached()
  const chosen = page.getByRole('menuitem', { name: item })
  await chosen.focus()
  await expect(chosen).toBeFocused()
  await page.keyboard.press('Enter')
}

/** As on a busy machine: what a list does after it has opened comes amid what is typed. */
export const delayTimers = (page: Page, leastMs = 40): Promise<void> =>
  page.evaluate((least) => {
    const timer = window.setTimeout
    window.setTimeout = ((act: () => void, ms = 0) =>
      timer(act, Math.max(ms, least))) as typeof window.setTimeout
  }, leastMs)
