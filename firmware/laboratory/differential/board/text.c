/* SPDX-License-Identifier: Apache-2.0 */

/* Room for a scenario, which is written into a copy of the image: src/isochron/differential/board.py. */
extern const char scenario_text[ 8192 ];
const char scenario_text[ 8192 ] = "";
