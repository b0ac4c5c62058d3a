// SPDX-License-Identifier: Apache-2.0
#include "Vhardware_top.h"
#include "isochron_constants.h"
#include "simulated.h"

namespace {

class Hardware : public Simulated<Vhardware_top> {
  public:
    uint32_t transfer( bool store, uint32_t offset, uint32_t value )
    {
        const uint32_t answer = Simulated::transfer( store, offset, value );
        if( unsettled_ && !model_.held_o )
            settle();
        return answer;
    }

    // A transfer of an item, and the switch that a call asks for, hold up what an event sets off: it
    // is over before the program goes on.
    void settle()
    {
        unsettled_ = model_.held_o;
        Simulated::settle( [ this ] { return model_.held_o; } );
    }

    // A period of one cycle, for one cycle: the prescaler starts when it is written.
    void begin_tick()
    {
        transfer( true, ISOCHRON_TICK_PERIOD_OFFSET, 1 );
        transfer( true, ISOCHRON_TICK_PERIOD_OFFSET, 0 );
    }

    void line( uint32_t line )
    {
        pulse( line );
        settle();
    }

    bool switch_requested() const
    {
        return model_.switch_request_o;
    }

    const uint32_t * task_states() const
    {
        return &model_.task_states_o[ 0 ];
    }

  private:
    bool unsettled_ = false;
};

}  // namespace

#include "hardware_functions.h"
