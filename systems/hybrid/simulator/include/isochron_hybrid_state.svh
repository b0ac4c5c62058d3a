// SPDX-License-Identifier: Apache-2.0

// A task's state as the hybrid's reply to GET has it: for debuggers, of native programs and of the
// simulated SoC. The layout is the header's.
function automatic logic [31:0] shown(state_t state);
  shown = '0;
  shown[RegRepliesTaskBlockedLsb]   = state.blocked;
  shown[RegRepliesTaskSuspendedLsb] = state.suspended;
  shown[RegRepliesTaskFinishedLsb]  = state.finished;
  shown[RegRepliesTaskReadyLsb]     = state.ready;
endfunction
