import { describe, expect, test } from 'vitest';

import { readVideo } from './video.ts';

describe('the address of a video', () => {
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    [
      'http://youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=12s',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    ],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['HTTPS://WWW.YOUTUBE.COM/embed/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://player.vimeo.com/video/76979871?h=abc', 'https://player.vimeo.com/video/76979871'],
    ['https://www.dailymotion.com/video/x8abcde', 'https://www.dailymotion.com/embed/video/x8abcde'],
    ['https://dai.ly/x8abcde', 'https://www.dailymotion.com/embed/video/x8abcde'],
    [
      'https://www.loom.com/share/0123456789abcdef0123456789abcdef',
      'https://www.loom.com/embed/0123456789abcdef0123456789abcdef',
    ],
  ])('%s', (address, player) => {
    expect(readVideo(address)?.player).toBe(player);
    expect(readVideo(player)?.player).toBe(player);
  });

  test.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v="><script>x',
    'https://www.youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    'https://user@youtu.be/dQw4w9WgXcQ',
    'https://youtu.be:444/dQw4w9WgXcQ',
    'javascript://youtu.be/dQw4w9WgXcQ',
    '',
  ])('not %j', (address) => {
    expect(readVideo(address)).toBeNull();
  });
});
