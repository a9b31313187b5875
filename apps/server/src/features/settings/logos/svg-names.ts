const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements of a drawing. Others are refused. */
export const svgElements = words(`
  svg g defs symbol use title desc
  path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker style
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
`);

/** Elements whose text is part of the drawing. */
export const svgTextElements = words('text tspan textPath title desc style');

/** Attributes without a namespace. Others are omitted; handlers of events are refused. */
export const svgAttributes = words(`
  id class style lang role transform transform-origin viewBox preserveAspectRatio version width height x y x1 y1 x2 y2
  cx cy r rx ry fx fy fr d points pathLength dx dy rotate textLength lengthAdjust startOffset method spacing side
  offset gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits
  maskUnits maskContentUnits mask-type markerUnits markerWidth markerHeight refX refY orient media type
  filterUnits primitiveUnits in in2 result mode operator k1 k2 k3 k4 values stdDeviation edgeMode radius order
  kernelMatrix divisor bias targetX targetY preserveAlpha surfaceScale diffuseConstant specularConstant
  specularExponent kernelUnitLength scale xChannelSelector yChannelSelector azimuth elevation pointsAtX pointsAtY
  pointsAtZ limitingConeAngle z baseFrequency numOctaves seed stitchTiles tableValues slope intercept amplitude exponent
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  color-rendering cursor direction display dominant-baseline enable-background fill fill-opacity fill-rule filter
  flood-color flood-opacity font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation letter-spacing lighting-color
  marker-end marker-mid marker-start mask mix-blend-mode opacity overflow paint-order pointer-events shape-rendering
  stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-width text-anchor text-decoration text-rendering unicode-bidi vector-effect visibility
  word-spacing writing-mode
`);
