/** A logo is one image of at most 0.1 MB. */
export const logoLimitBytes = 104_857
