import { type LogoKind, logoLimits } from '@gatewarden/contract/settings.names';
import { type Image, requireSize, type Size, unsupported } from './image.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import { pngSignature, readPng } from './png.ts';
import { isMarkup, readSvg } from './svg.ts';
import { isWebp, readWebp } from './webp.ts';

/**
 * Reads an uploaded file, whose format only its content determines, and returns the image without everything that is not
 * needed to show it.
 * @throws logo_unsupported, logo_unsafe, logo_too_large
 */
export function cleanLogo(bytes: Buffer, kind: LogoKind): Image {
  const max = logoLimits[kind];
  const image = readImage(bytes, max);
  requireSize(image, max);
  if (image.content.length > logoLimits.bytes) throw unsupported();
  return image;
}

function readImage(bytes: Buffer, max: Size): Image {
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return readPng(bytes, max);
  if (isJpeg(bytes)) return readJpeg(bytes);
  if (isWebp(bytes)) return readWebp(bytes);
  if (isMarkup(bytes)) return readSvg(bytes);
  throw unsupported();
}
