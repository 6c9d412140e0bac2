/** Whether a cell's text can be cut at all: one that surely fits is drawn without a clip, which costs each frame of a scroll. */

const FONT_PX = 14;
const CELL_PADDING_PX = 20;
/** Of no text face wider than 0.7 em; capitals, m, w and most signs are, and other scripts are not known. */
const NARROW_ONLY = /^[0-9a-ln-vx-z .,:;'()/-]*$/;
const NARROW_EM = 0.7;

/** False where it may be wider than a cell of `widthPx`, and where that cannot be told without measuring. */
export const surelyFits = (text: string, widthPx: number): boolean =>
  text.length * NARROW_EM * FONT_PX <= widthPx - CELL_PADDING_PX && NARROW_ONLY.test(text);
