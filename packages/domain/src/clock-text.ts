const two = (number: number) => String(number).padStart(2, '0');

/** Minutes after midnight as 'HH:mm'. */
export const clockText = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
