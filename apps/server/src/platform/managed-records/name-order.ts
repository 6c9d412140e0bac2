/**
 * SQL of a text in the order in which people look for names: accents, strokes and case do not count, numbers do by their value
 * (migration 0099). A column sort_name is in that order by itself.
 */
export const inNameOrder = (text: string): string => `fold_text(${text}) COLLATE name_order`;
